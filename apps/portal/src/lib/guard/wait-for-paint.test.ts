import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { browserPaint } from './wait-for-paint.ts'

/** The callbacks that wait for the next frame. */
let waiting: FrameRequestCallback[]

function paintFrame(): void {
  for (const callback of waiting.splice(0)) callback(0)
}

describe('browserPaint.wait', () => {
  beforeEach(() => {
    vi.mocked(browserPaint.wait).mockRestore()
    waiting = []
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    vi.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => waiting.push(callback))
  })
  afterEach(() => void vi.restoreAllMocks())

  it('resolves in the frame after the next one, when the next one has been painted', async () => {
    const onPaint = vi.fn()
    const painted = browserPaint.wait().then(onPaint)
    paintFrame()
    await Promise.resolve()
    expect(onPaint).not.toHaveBeenCalled()
    paintFrame()
    await painted
    expect(onPaint).toHaveBeenCalled()
  })

  it('resolves in a tab that paints no frames', async () => {
    const painted = browserPaint.wait()
    vi.runAllTimers()
    await painted
    expect(waiting).toHaveLength(1)
  })
})
