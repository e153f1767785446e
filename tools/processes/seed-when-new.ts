import { join } from 'node:path'
import { runProgram } from './run-program.ts'

interface Options {
  /** The environment variables of the local run. */
  env: Record<string, string>
  onLine: (line: string) => void
  signal: AbortSignal
}

const script = join(import.meta.dirname, '../seed.ts')

/** Seeds a database without users in a separate process. Throws with a message if this fails. */
export async function seedWhenNew(options: Options): Promise<void> {
  if ((await runProgram({ arguments: [script, '--if-new'], ...options })) !== 0) {
    throw new Error(
      'The demo data could not be created. The lines above say why. To start without it, set SEED_DEMO=false.',
    )
  }
}
