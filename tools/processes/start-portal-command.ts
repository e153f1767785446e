import { join } from 'node:path'
import process from 'node:process'
import { execa } from 'execa'

export type Running = ReturnType<typeof startPortalCommand>
export type Finished = Awaited<Running['finished']>

const program = join(import.meta.dirname, '../../apps/cli/src/portal.ts')

/** Starts the real `portal` command without a terminal and without a browser, as over SSH. */
export function startPortalCommand(
  words: string[],
  { env, cwd }: { env: Record<string, string>; cwd?: string },
) {
  const child = execa(process.execPath, [program, ...words], {
    cwd,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    extendEnv: false,
    stdin: 'ignore',
    all: true,
    reject: false,
    stripFinalNewline: false,
  })
  let written = ''
  child.all.setEncoding('utf8').on('data', (chunk: string) => {
    written += chunk
  })
  const finished = child.then(({ exitCode, stdout, stderr }) => ({ code: exitCode ?? null, stdout, stderr }))
  /** `text` returns what the process has written so far, with stdout and stderr mixed. */
  return { child, text: () => written, finished }
}
