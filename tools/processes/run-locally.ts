/** Starts everything, prints the addresses, and stops everything together. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { stripVTControlCharacters, styleText } from 'node:util'
import { prettyFactory } from 'pino-pretty'
import { buildPortalWhenStale } from '../build-portal.ts'
import { markFirstStart, mayNeedDemo } from '../seed/first-start.ts'
import { localEnvironment } from './local-environment.ts'
import { portsFromEnvironment, takenPortSentences } from './ports.ts'
import { isAlive, runProgram } from './process-group.ts'
import {
  addressTable,
  databaseProcess,
  type LocalProcess,
  localProcesses,
  nodeArguments,
  type RunMode,
} from './processes.ts'
import { supervise } from './supervise.ts'

const root = join(import.meta.dirname, '../..')
/** The first start also creates the database and builds the portal, which takes time on a slow machine. */
const readyTimeoutMs = 90_000
const stopGraceMs = 8_000

const formatLogLine = prettyFactory({
  colorize: process.stdout.isTTY,
  ignore: 'time,pid,hostname,name',
  singleLine: true,
})

/** Formats an output line for the terminal, with the name of its process as a prefix. */
function prefixed(name: string, color: LocalProcess['color'], width: number, line: string): string {
  const text = process.stdout.isTTY ? line : stripVTControlCharacters(line)
  const prefix = `${styleText(color, name.padEnd(width))} ${styleText('gray', '│')} `
  const shown = text.startsWith('{"level":') ? formatLogLine(text).trimEnd() : text
  return prefix + shown.replaceAll('\n', `\n${prefix}`)
}

/**
 * Resolves at Ctrl-C, SIGTERM, a closed terminal, or when the parent process is gone. A second signal exits, which kills
 * everything.
 */
function untilAskedToStop(endsWithParent: boolean): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  let isAsked = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (isAsked) process.exit(1)
      isAsked = true
      resolve(signal)
    })
  if (!endsWithParent) return promise
  const parent = process.ppid
  const npm = findNpm()
  setInterval(() => {
    if (process.ppid !== parent || (npm !== undefined && !isAlive(npm)))
      resolve('the parent process has ended')
  }, 1_000).unref()
  return promise
}

/** Returns the process that started this one through a shell, which survives it. npm runs scripts that way. */
function findNpm(): number | undefined {
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,args=', '-p', String(process.ppid)], { encoding: 'utf8' })
  const [, pid] = /^\s*(\d+)\s+\S*sh -c /.exec(stdout ?? '') ?? []
  return pid === undefined ? undefined : Number(pid)
}

export interface LocalRunOptions {
  /** Stops when the parent process is gone. True under npm, false for a background job of a shell. */
  endsWithParent?: boolean
  /** Receives the output lines. Prints to the terminal by default. */
  print?: (line: string) => void
}

/**
 * Runs everything until a stop is requested. Resolves with the exit code: 0 after a requested stop, 1 with a message if
 * the environment is invalid, a port is taken, a process ends by itself or a process isn't ready in time.
 */
export async function runLocally(mode: RunMode, options: LocalRunOptions = {}): Promise<number> {
  const { endsWithParent = process.env.npm_lifecycle_event !== undefined, print = console.log } = options
  try {
    const ports = portsFromEnvironment(process.env)
    const taken = await takenPortSentences(ports)
    if (taken.length > 0) throw new Error(taken.join('\n'))
    return await runProcesses({ mode, ports, endsWithParent, print })
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return 1
  }
}

interface Run extends Required<LocalRunOptions> {
  mode: RunMode
  ports: ReturnType<typeof portsFromEnvironment>
}

function runProcesses({ mode, ports, endsWithParent, print }: Run): Promise<number> {
  const began = performance.now()
  const env = localEnvironment(ports, process.env)
  const dataDir = env.DATA_DIR ?? ''
  const isDemoWanted = mayNeedDemo(process.env, dataDir)
  const isDatabaseLocal = !env.DATABASE_URL
  if (isDemoWanted && isDatabaseLocal) markFirstStart(dataDir)
  const rows = [...(isDatabaseLocal ? [databaseProcess] : []), ...localProcesses(ports)]
  const width = Math.max(...rows.map(({ name }) => name.length))
  const linesOf =
    (name: string, color: LocalProcess['color'] = 'gray') =>
    (line: string) =>
      print(prefixed(name, color, width, line))
  const preparing = new AbortController()

  const build =
    mode === 'built' &&
    buildPortalWhenStale({ onLine: linesOf('build'), signal: preparing.signal }).catch(
      (error: Error) => error,
    )
  const untilBuilt = async () => {
    const failure = await build
    if (failure) throw failure
  }
  const seedWhenNew = async () => {
    const code = await runProgram({
      arguments: ['tools/seed.ts', '--if-new'],
      cwd: root,
      env,
      onLine: linesOf('seed'),
      signal: preparing.signal,
    })
    if (code !== 0)
      throw new Error(
        'The demo data could not be created. The lines above say why. To start without it, set SEED_DEMO=false.',
      )
  }

  return supervise({
    processes: rows.map((row) => ({
      name: row.name,
      what: row.what,
      arguments: nodeArguments(row, mode),
      env: { ...env, ...row.env },
      cwd: root,
      readyAddress: row.readyAddress,
      onLine: linesOf(row.name, row.color),
      // The database shows whether another run uses the data folder, so nothing else starts before it.
      needs: [
        ...(isDatabaseLocal && row !== databaseProcess ? [databaseProcess.name] : []),
        ...(isDemoWanted && row.name === 'api' ? ['billing'] : []),
      ],
      prepare: { portal: untilBuilt, ...(isDemoWanted && { api: seedWhenNew }) }[row.name],
      isStoppedLast: row === databaseProcess,
    })),
    untilAskedToStop: untilAskedToStop(endsWithParent),
    onAllReady: () => {
      console.log(addressTable(rows, isDatabaseLocal ? dataDir : undefined))
      console.log(`  Ready after ${((performance.now() - began) / 1_000).toFixed(1)} s.\n`)
    },
    onStop: (sentence, code) => {
      preparing.abort()
      if (code === 0) console.log(sentence)
      else console.error(sentence)
    },
    readyTimeoutMs,
    stopGraceMs,
  })
}
