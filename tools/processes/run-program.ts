import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { createInterface } from 'node:readline'

interface Options {
  /** Node's arguments. */
  arguments: string[]
  env: NodeJS.ProcessEnv
  /** By default the folder of this process. */
  cwd?: string
  onLine: (line: string) => void
  /** Ends the program. `runProgram` then rejects with an `AbortError`. */
  signal?: AbortSignal | undefined
}

/** Runs `node` to its end and passes on its output lines. Returns the exit code, or null after a signal. */
export async function runProgram({ arguments: words, onLine, ...options }: Options): Promise<number | null> {
  const child = spawn(process.execPath, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', onLine)
  const [code] = await once(child, 'close')
  return code
}
