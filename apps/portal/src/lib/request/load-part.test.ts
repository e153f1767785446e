import { afterEach, describe, expect, it, vi } from 'vitest'
import { errorTexts } from './error-messages.ts'
import { loadPart } from './load-part.ts'

const failure = new TypeError('Failed to fetch dynamically imported module: http://localhost/assets/a.js')

const setOnline = (isOnline: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)

describe('loadPart', () => {
  afterEach(() => void vi.restoreAllMocks())

  it('waits for the connection each time the browser is offline, and loads the part again', async () => {
    setOnline(false)
    const load = vi
      .fn()
      .mockRejectedValueOnce(failure)
      .mockRejectedValueOnce(failure)
      .mockResolvedValue('part')
    const loaded = loadPart(load)
    await vi.waitFor(() => {
      window.dispatchEvent(new Event('online'))
      expect(load).toHaveBeenCalledTimes(3)
    }, 60_000)
    await expect(loaded).resolves.toBe('part')
  })

  it('throws while the browser is online', async () => {
    setOnline(true)
    await expect(loadPart(() => Promise.reject(failure))).rejects.toBe(failure)
  })
})

describe('errorTexts', () => {
  it('replaces the message of a failed import, which names a file of the app', () => {
    expect(errorTexts(failure).message).toBe(
      'Part of this page could not be loaded. Check your connection and reload the page.',
    )
  })
})
