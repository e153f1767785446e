import type { World } from './world.ts'

/** The observed behavior, and whether it was expected. */
export interface Seen {
  text: string
  isAsExpected: boolean
}

/** One row of the table. */
export interface Fault {
  name: string
  expected: string
  run: (world: World) => Promise<Seen>
}

/** Combines several observations. The result is as expected if all of them are. */
export function allSeen(...parts: Seen[]): Seen {
  return {
    text: parts.map(({ text }) => text).join('; '),
    isAsExpected: parts.every(({ isAsExpected }) => isAsExpected),
  }
}

export interface Row {
  name: string
  expected: string
  seen: string
  isAsExpected: boolean
}

/** Runs each experiment and prints the table row by row. */
export async function runExperiments<Experiment extends { name: string; expected: string }>(
  experiments: readonly Experiment[],
  run: (experiment: Experiment) => Promise<Seen>,
): Promise<Row[]> {
  console.log('| fault | expected | observed | |\n|---|---|---|---|')
  const rows: Row[] = []
  for (const experiment of experiments) {
    const { name, expected } = experiment
    const { text, isAsExpected } = await run(experiment).catch((error: unknown) => ({
      text: `the experiment failed: ${String(error)}`,
      isAsExpected: false,
    }))
    rows.push({ name, expected, seen: text, isAsExpected })
    console.log(
      `| ${name} | ${expected} | ${text} | ${isAsExpected ? 'as expected' : '**not as expected**'} |`,
    )
  }
  return rows
}
