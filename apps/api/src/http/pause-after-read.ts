/** Pauses between the statements of a long read, so that other requests can use the database. */

/** How long to pause, as a multiple of the time that the statement and its rows took. */
const pauseFactor = 3
const maxPauseMs = 150

/** Pauses for three times as long as has passed since `startedAt` (`performance.now()`), at most 150 ms. */
export async function pauseAfterRead(startedAt: number): Promise<void> {
  const ms = Math.min(pauseFactor * (performance.now() - startedAt), maxPauseMs)
  await new Promise((resume) => setTimeout(resume, ms))
}
