import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { recordCheck, watchVerification } from './watch-verification.ts'

const second = 1_000
const minute = 60 * second

let stops: (() => void)[] = []

function startWatch() {
  const reload = vi.fn(async () => false)
  const check = vi.fn(async () => {})
  const stop = watchVerification({ reload, check })
  stops.push(stop)
  return { reload, check, stop }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
async function focus() {
  window.dispatchEvent(new FocusEvent('focus'))
  await pass(0)
}

async function setVisibility(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
  await pass(0)
}

beforeEach(async () => {
  vi.useFakeTimers({ now: new Date('2025-01-01T12:00:00Z') })
  await setVisibility('visible')
})

afterEach(() => {
  for (const stop of stops) stop()
  stops = []
  vi.restoreAllMocks()
})

describe('watchVerification', () => {
  it('reloads the user every 5 seconds', async () => {
    const { reload, check } = startWatch()
    await pass(20 * second)
    expect(reload).toHaveBeenCalledTimes(4)
    expect(check).not.toHaveBeenCalled()
  })

  it('checks with the provider every 30 seconds, at most 16 times in 10 minutes', async () => {
    const { check } = startWatch()
    const times: number[] = []
    const startedAt = Date.now()
    check.mockImplementation(async () => void times.push((Date.now() - startedAt) / second))
    await pass(10 * minute + 30 * second)
    const first = Array.from({ length: 16 }, (_, at) => (at + 1) * 30)
    expect(times).toEqual([...first, 630])
  })

  it('checks with the provider when the tab is focused or shown, at most every 30 seconds', async () => {
    const { check } = startWatch()
    await focus()
    expect(check).toHaveBeenCalledTimes(1)
    await pass(20 * second)
    await focus()
    expect(check).toHaveBeenCalledTimes(1)
    await pass(10 * second)
    expect(check).toHaveBeenCalledTimes(2)
    await pass(30 * second)
    await setVisibility('visible')
    expect(check).toHaveBeenCalledTimes(3)
  })

  it('makes no requests while the tab is hidden', async () => {
    const { reload, check } = startWatch()
    await setVisibility('hidden')
    await pass(60 * minute)
    expect(reload).not.toHaveBeenCalled()
    expect(check).not.toHaveBeenCalled()
    await setVisibility('visible')
    expect(check).toHaveBeenCalledTimes(1)
  })

  it('makes at most 16 provider checks in 10 minutes across all tabs', async () => {
    const tabs = [startWatch(), startWatch(), startWatch()]
    const times: number[] = []
    for (const { check } of tabs) check.mockImplementation(async () => void times.push(Date.now()))
    for (let minutes = 0; minutes < 60; minutes += 1) {
      await pass(minute)
      await focus()
    }
    const most = Math.max(
      ...times.map((from) => times.filter((at) => at >= from && at < from + 10 * minute).length),
    )
    expect(most).toBe(16)
    expect(times.length).toBeGreaterThan(8)
  })

  it('does not check with the provider once the API reports the email as verified', async () => {
    const { reload, check } = startWatch()
    reload.mockResolvedValue(true)
    await focus()
    await pass(minute)
    expect(check).not.toHaveBeenCalled()
  })

  it('waits after a check made by the user', async () => {
    const { check } = startWatch()
    await pass(25 * second)
    recordCheck()
    await pass(25 * second)
    expect(check).not.toHaveBeenCalled()
    await pass(5 * second)
    expect(check).toHaveBeenCalledTimes(1)
  })

  it('pauses for 30 seconds after a failure, and not after the tab is focused', async () => {
    const { reload } = startWatch()
    reload.mockRejectedValue(new Error('Network Error'))
    await pass(5 * second)
    await pass(20 * second)
    expect(reload).toHaveBeenCalledTimes(1)
    recordCheck()
    await focus()
    expect(reload).toHaveBeenCalledTimes(2)
  })

  it('never makes two requests at the same time', async () => {
    const { reload } = startWatch()
    reload.mockReturnValue(new Promise(() => {}))
    await pass(minute)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('makes no more requests after it is stopped', async () => {
    const { reload, check, stop } = startWatch()
    stop()
    await focus()
    await pass(60 * minute)
    expect(reload).not.toHaveBeenCalled()
    expect(check).not.toHaveBeenCalled()
  })

  it('ignores a corrupted record of earlier checks', async () => {
    localStorage.setItem('SI-VERIFICATION-CHECKS', '{"not": "a list"}')
    const { check } = startWatch()
    await focus()
    expect(check).toHaveBeenCalledTimes(1)
  })
})
