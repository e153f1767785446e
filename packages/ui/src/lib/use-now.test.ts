import { beforeEach, expect, it, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { useNow } from './use-now.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000, toFake: ['Date', 'setInterval', 'clearInterval'] })
})

it('useNow reads the clock at each interval while running', async () => {
  const hook = await renderHook(() => useNow({ intervalMs: 60_000, isRunning: true }))
  expect(hook.result.current.getTime()).toBe(1_000)
  await hook.act(() => vi.advanceTimersByTime(60_000))
  expect(hook.result.current.getTime()).toBe(61_000)
})

it('useNow renders only with its component while not running', async () => {
  const hook = await renderHook(() => useNow({ intervalMs: 60_000, isRunning: false }))
  await hook.act(() => vi.advanceTimersByTime(600_000))
  expect(hook.result.current.getTime()).toBe(1_000)
})

it('useNow reads the clock at each render', async () => {
  const hook = await renderHook(() => useNow({ intervalMs: 60_000, isRunning: true }))
  vi.setSystemTime(3_000)
  await hook.rerender()
  expect(hook.result.current.getTime()).toBe(3_000)
})

it('useNow reads the clock immediately when the page becomes visible again', async () => {
  const hook = await renderHook(() => useNow({ intervalMs: 60_000, isRunning: true }))
  vi.setSystemTime(500_000)
  await hook.act(() => document.dispatchEvent(new Event('visibilitychange')))
  expect(hook.result.current.getTime()).toBe(500_000)
})
