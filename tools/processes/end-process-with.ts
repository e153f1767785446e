import process from 'node:process'

/** Exits with the code that `work` returns. On an error, prints its message to stderr and exits with 1. */
export async function endProcessWith(work: Promise<number>): Promise<never> {
  try {
    process.exit(await work)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
