/** Has something done once the page has been painted and is idle, five seconds from now at the latest. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 5_000 })
  else setTimeout(work, 1_000)
}
