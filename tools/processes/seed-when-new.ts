import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'

interface Options {
  /** The environment variables of the local run. */
  env: Record<string, string>
  onLine: (line: string) => void
  signal: AbortSignal
}

const script = join(import.meta.dirname, '../seed.ts')

/** Seeds a database without users in a separate process. Throws with a message if this fails. */
export async function seedWhenNew({ env, onLine, signal }: Options): Promise<void> {
  const child = spawn(process.execPath, [script, '--if-new'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  })
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', onLine)
  const [code] = await once(child, 'close')
  if (code !== 0) {
    throw new Error(
      'The demo data could not be created. The lines above say why. To start without it, set SEED_DEMO=false.',
    )
  }
}
