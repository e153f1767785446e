/** A hidden tab paints no frames, so navigations there continue after this time. */
const longestWaitMs = 100

/** In an object, so that tests of pages can replace it. */
export const browserPaint = {
  /** Resolves after the browser has painted the next frame, or after 100 ms in a tab that paints none. */
  wait(): Promise<void> {
    return new Promise((resolve) => {
      // The first callback runs before the frame is painted, the second one after it.
      requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
      setTimeout(resolve, longestWaitMs)
    })
  },
}
