import { onlineManager } from '@tanstack/react-query'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { waitForCode } from './page-code.ts'

const neverAborted = new AbortController().signal

function reportOffline() {
  const report = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onTestFinished(() => report.mockRestore())
}

describe('waitForCode', () => {
  it('tries again when the connection is back, until the code has loaded', async () => {
    reportOffline()
    // The router swallows the error of a failed chunk. Vite announces it.
    const load = vi.fn(async () => {})
    load.mockImplementationOnce(async () => void window.dispatchEvent(new Event('vite:preloadError')))
    const isLoaded = vi.fn()
    void waitForCode(load, neverAborted).then(isLoaded)
    await expect.poll(() => onlineManager.isOnline()).toBe(false)
    expect(load).toHaveBeenCalledTimes(1)
    expect(isLoaded).not.toHaveBeenCalled()
    onlineManager.setOnline(true)
    await expect.poll(() => isLoaded.mock.calls).toHaveLength(1)
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('does not wait for a network if the code is loaded', async () => {
    reportOffline()
    await waitForCode(async () => {}, neverAborted)
    expect(onlineManager.isOnline()).toBe(true)
  })
})
