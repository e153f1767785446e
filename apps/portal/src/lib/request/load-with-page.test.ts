import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadWithPage } from './load-with-page.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it.each([
  ['has loaded', async () => 'data', 0],
  ['has failed', () => Promise.reject(new Error('unavailable')), 0],
  ['has taken two seconds', () => new Promise(() => {}), 2_000],
])('a page stops waiting for a part that %s', async (_, load, afterMs) => {
  let isReady = false
  const waiting = loadWithPage(load()).then(() => {
    isReady = true
  })
  await vi.advanceTimersByTimeAsync(Math.max(0, afterMs - 1))
  expect(isReady).toBe(afterMs === 0)
  await vi.advanceTimersByTimeAsync(1)
  await waiting
  expect(isReady).toBe(true)
})
