/** Rests between the statements of a long read, so that other requests use the database meanwhile. */

/** How long to rest, as a multiple of the time that the statement and its rows took. */
const restFactor = 3
const maxRestMs = 150

/** Rests for three times as long as has passed since `startedAt` (`performance.now()`), at most 150 ms. */
export async function rest(startedAt: number): Promise<void> {
  const ms = Math.min(restFactor * (performance.now() - startedAt), maxRestMs)
  await new Promise((resume) => setTimeout(resume, ms))
}
