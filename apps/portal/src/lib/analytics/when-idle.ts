/** Leaves time for the page's own requests. */
const quietMs = 1_000

/** Runs `work` when the page is idle: after one second at the earliest, and at most five seconds later. */
export function whenIdle(work: () => void): void {
  setTimeout(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 5_000 })
    else work()
  }, quietMs)
}
