import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { waitForPart } from './wait-for-part.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('waitForPart', () => {
  it.each([
    ['has loaded', async () => 'data', 0],
    ['has failed', () => Promise.reject(new Error('unavailable')), 0],
    ['takes longer than two seconds', () => new Promise(() => {}), 2_000],
  ])('stops waiting for a part that %s', async (_, load, afterMs) => {
    let isReady = false
    const waiting = waitForPart(load()).then(() => {
      isReady = true
    })
    await vi.advanceTimersByTimeAsync(Math.max(0, afterMs - 1))
    expect(isReady).toBe(afterMs === 0)
    await vi.advanceTimersByTimeAsync(1)
    await waiting
    expect(isReady).toBe(true)
  })
})
