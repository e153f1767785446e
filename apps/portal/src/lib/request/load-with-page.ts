/** How long a page waits for a part that it can do without. */
const longestWaitMs = 2_000

/**
 * Loads a part of a page together with the page, because it would move the page if it appeared later. A part that fails or takes longer
 * than two seconds doesn't delay the page.
 */
export function loadWithPage(part: Promise<unknown>): Promise<void> {
  const loaded = part.then(
    () => {},
    () => {},
  )
  const enough = new Promise<void>((resolve) => setTimeout(resolve, longestWaitMs))
  return Promise.race([loaded, enough])
}
