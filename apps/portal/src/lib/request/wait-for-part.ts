const longestWaitMs = 2_000

/**
 * Waits for a part of a page, so that the page doesn't move when the part appears. Stops waiting if the part fails or takes longer
 * than `longestWaitMs`.
 */
export function waitForPart(part: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timeout = setTimeout(resolve, longestWaitMs)
    const stop = () => {
      clearTimeout(timeout)
      resolve()
    }
    part.then(stop, stop)
  })
}
