/** Long enough for what the page itself still fetches. */
const quietMs = 1_000

/** Has something done once the page has been usable for a second and is idle, five seconds later at the latest. */
export function whenIdle(work: () => void): void {
  setTimeout(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 5_000 })
    else work()
  }, quietMs)
}
