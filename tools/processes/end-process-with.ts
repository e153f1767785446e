import process from 'node:process'

/** Ends the process with the exit code of `work`; an error becomes its sentence on stderr and exit code 1. */
export async function endProcessWith(work: Promise<number>): Promise<never> {
  try {
    process.exit(await work)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
