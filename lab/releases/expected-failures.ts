/** Tests of earlier releases that fail on the current tables, with the reason why users of that release don't notice. */
export const expectedFailures: readonly { test: string; reason: string }[] = []
