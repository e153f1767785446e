/** The observed behavior, and whether it was expected. */
export interface Seen {
  text: string
  isAsExpected: boolean
}

/** One row of the table. */
export interface Experiment {
  name: string
  expected: string
  run: () => Promise<Seen>
}

export const newWorkspace = { displayName: 'Made in a fault', instanceUrl: 'http://localhost:8080' }

/** Combines several observations. The result is as expected if all of them are. */
export const allSeen = (...parts: Seen[]): Seen => ({
  text: parts.map(({ text }) => text).join('; '),
  isAsExpected: parts.every(({ isAsExpected }) => isAsExpected),
})

/** Runs each experiment and prints the table row by row. Returns the number of unexpected observations. */
export async function runExperiments(experiments: readonly Experiment[]): Promise<number> {
  console.log('| fault | expected | observed | |\n|---|---|---|---|')
  let odd = 0
  for (const { name, expected, run } of experiments) {
    const { text, isAsExpected } = await run().catch((error: unknown) => ({
      text: `the experiment failed: ${String(error)}`,
      isAsExpected: false,
    }))
    if (!isAsExpected) odd += 1
    console.log(
      `| ${name} | ${expected} | ${text} | ${isAsExpected ? 'as expected' : '**not as expected**'} |`,
    )
  }
  return odd
}
