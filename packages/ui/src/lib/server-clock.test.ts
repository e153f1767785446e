import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { serverNow, setServerTime } from './server-clock.ts'

describe('serverNow', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-03-02T12:00:00Z'), toFake: ['Date'] })
  })
  afterEach(() => {
    setServerTime(new Date().toUTCString())
    vi.useRealTimers()
  })

  it('is the time of the server when the browser’s clock is two hours ahead', () => {
    setServerTime('Mon, 02 Mar 2026 10:00:00 GMT')
    expect(serverNow()).toEqual(new Date('2026-03-02T10:00:00Z'))
    vi.setSystemTime(new Date('2026-03-02T12:05:00Z'))
    expect(serverNow()).toEqual(new Date('2026-03-02T10:05:00Z'))
  })

  it('is the browser’s time when both agree to the minute', () => {
    setServerTime('Mon, 02 Mar 2026 12:00:59 GMT')
    expect(serverNow()).toEqual(new Date('2026-03-02T12:00:00Z'))
  })

  it('is unchanged by a response without a usable date', () => {
    setServerTime('Mon, 02 Mar 2026 10:00:00 GMT')
    setServerTime(null)
    setServerTime('soon')
    expect(serverNow()).toEqual(new Date('2026-03-02T10:00:00Z'))
  })
})
