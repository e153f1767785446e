import { UsageError } from './errors.ts'
import { keepTrying } from './keep-trying.ts'
import type { Output } from './output.ts'
import { sleep } from './sleep.ts'

const intervalMs = 2_000

/** Runs `show` once, or with `--watch` repeatedly on a cleared screen until the user presses Ctrl-C. */
export async function showAndWatch(
  output: Output,
  { watch }: { watch?: boolean },
  show: () => Promise<void>,
): Promise<void> {
  if (!watch) return show()
  if (!output.isTerminal || output.isJson)
    throw new UsageError('--watch needs a terminal. Repeat the command in your script instead.')
  for (;;) {
    output.clear()
    await keepTrying(show, output.note)
    await sleep(intervalMs)
  }
}
