import { dayMs, hourMs } from '@portal/contract/durations'
import { describe, expect, it } from 'vitest'
import { consequenceOf, typesOf, webhookUrlOf } from './webhook-rules.ts'

const at = new Date('2026-11-02T09:30:00Z')
const before = (ms: number) => new Date(at.getTime() - ms)
const fine = { failingSince: null, failureMailedAt: null }

describe('webhookUrlOf', () => {
  it('returns a public https URL in its normal form', () => {
    expect(webhookUrlOf(' https://Hooks.Example.com/a?b=c ', [])).toBe('https://hooks.example.com/a?b=c')
  })

  it.each([
    'hooks.example.com',
    'ftp://hooks.example.com',
    'http://hooks.example.com',
    'http://localhost:9007/hook',
    'https://user:password@hooks.example.com/',
    'https://hooks.example.com/#part',
    `https://hooks.example.com/${'a'.repeat(500)}`,
  ])('refuses %s', (url) => {
    expect(() => webhookUrlOf(url, [])).toThrow()
  })

  it('accepts http and a private address of a trusted host, with its port', () => {
    expect(webhookUrlOf('http://localhost:9007/hook', ['localhost:9007'])).toBe('http://localhost:9007/hook')
    expect(() => webhookUrlOf('http://localhost:9001/hook', ['localhost:9007'])).toThrow()
  })
})

describe('typesOf', () => {
  it('stores all types as null and drops duplicates', () => {
    expect(typesOf('all')).toBeNull()
    expect(typesOf(['token.created', 'token.created'])).toEqual(['token.created'])
  })

  it('refuses a type that no event has', () => {
    expect(() => typesOf(['token.exploded'])).toThrow('token.exploded')
  })
})

describe('consequenceOf', () => {
  it('retries seven times, up to ten hours apart', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => {
      const next = consequenceOf(fine, { status: 500, attempt, at }).nextAttemptAt
      return next && (next.getTime() - at.getTime()) / 1_000
    })
    expect(delays).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 36_000, null])
  })

  it('ends the failure at the first success', () => {
    const failing = { failingSince: before(hourMs), failureMailedAt: before(hourMs) }
    expect(consequenceOf(failing, { status: 204, attempt: 3, at })).toEqual({
      set: { failingSince: null, failureMailedAt: null },
      isDisabled: false,
      isMailed: false,
      nextAttemptAt: null,
    })
  })

  it.each([301, 400, 500, null])('counts the status %s as a failure', (status) => {
    expect(consequenceOf(fine, { status, attempt: 1, at }).set).toEqual({ failingSince: at })
  })

  it('mails once after a day', () => {
    const since = before(dayMs)
    const first = consequenceOf({ ...fine, failingSince: since }, { status: 500, attempt: 7, at })
    expect(first).toMatchObject({ isMailed: true, isDisabled: false, set: { failureMailedAt: at } })
    const mailed = { failingSince: since, failureMailedAt: before(hourMs) }
    expect(consequenceOf(mailed, { status: 500, attempt: 7, at }).isMailed).toBe(false)
  })

  it('disables and mails after five days, and immediately after 410', () => {
    const failing = { failingSince: before(5 * dayMs), failureMailedAt: before(4 * dayMs) }
    expect(consequenceOf(failing, { status: null, attempt: 1, at })).toMatchObject({
      set: { disabledAt: at, disabledReason: 'failing' },
      isDisabled: true,
      isMailed: true,
      nextAttemptAt: null,
    })
    expect(consequenceOf(fine, { status: 410, attempt: 1, at })).toMatchObject({
      set: { disabledReason: 'gone' },
      isDisabled: true,
      nextAttemptAt: null,
    })
  })
})
