/** Returns the error of a promise that rejects, and undefined for one that resolves. */
export const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )
