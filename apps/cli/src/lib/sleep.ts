/** Waits. Uses the global timer, which a test's fake clock replaces. */
export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
