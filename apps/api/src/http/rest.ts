/** Rests between the statements of a long read, so that other requests use the database meanwhile. */

const maxRestMs = 150

/** Rests for a multiple of the time since `startedAt` (`performance.now()`), at most 150 ms. */
export async function rest(startedAt: number, factor: number): Promise<void> {
  const ms = Math.min(factor * (performance.now() - startedAt), maxRestMs)
  await new Promise((resume) => setTimeout(resume, ms))
}
