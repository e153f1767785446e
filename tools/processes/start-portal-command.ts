import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'

export interface Finished {
  code: number | null
  stdout: string
  stderr: string
}

export interface Running {
  child: ChildProcess
  /** What the process has written so far, with stdout and stderr mixed. */
  text: () => string
  finished: Promise<Finished>
}

const program = join(import.meta.dirname, '../../apps/cli/src/portal.ts')

/** Starts the real `portal` command without a terminal and without a browser, as over SSH. */
export function startPortalCommand(
  words: string[],
  { env, cwd }: { env: Record<string, string>; cwd?: string },
): Running {
  const child = spawn(process.execPath, [program, ...words], {
    cwd,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const written = { stdout: '', stderr: '', both: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      written[name] += chunk
      written.both += chunk
    })
  const finished = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    stdout: written.stdout,
    stderr: written.stderr,
  }))
  return { child, text: () => written.both, finished }
}
