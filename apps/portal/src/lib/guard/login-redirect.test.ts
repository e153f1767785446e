import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readLoginRedirect, saveLoginRedirect, takeLoginRedirect } from './login-redirect.ts'

const key = 'SI-LOGIN-REDIRECT'
const hourMs = 3_600_000

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-02T10:00:00Z'), toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Runs as another tab: with the same local storage but a separate session storage. */
function inAnotherTab<T>(work: () => T): T {
  const own = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  const result = work()
  if (own === null) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, own)
  return result
}

describe('the login redirect', () => {
  it('is stored under the specified key, and taken once', () => {
    saveLoginRedirect('/billing')
    expect(localStorage.getItem(key)).toBe('/billing')
    expect(takeLoginRedirect()).toBe('/billing')
    expect(takeLoginRedirect()).toBeUndefined()
    expect(localStorage.length).toBe(0)
  })

  it('is the path of the tab, even if another tab has stored one since', () => {
    saveLoginRedirect('/billing')
    inAnotherTab(() => saveLoginRedirect('/profile'))
    expect(takeLoginRedirect()).toBe('/billing')
    expect(inAnotherTab(takeLoginRedirect)).toBe('/profile')
    expect(takeLoginRedirect()).toBeUndefined()
  })

  it('is the path of another tab in a tab that has none, such as one opened from a mail', () => {
    saveLoginRedirect('/invitation/abc')
    expect(inAnotherTab(takeLoginRedirect)).toBe('/invitation/abc')
  })

  it('is forgotten after an hour, in every tab', () => {
    saveLoginRedirect('/billing')
    vi.setSystemTime(Date.now() + hourMs - 1)
    expect(readLoginRedirect()).toBe('/billing')
    expect(inAnotherTab(readLoginRedirect)).toBe('/billing')
    vi.setSystemTime(Date.now() + 1)
    expect(readLoginRedirect()).toBeUndefined()
    expect(inAnotherTab(takeLoginRedirect)).toBeUndefined()
    expect(localStorage.length).toBe(0)
  })
})
