/** Starts everything, prints the addresses, and stops everything together. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { stripVTControlCharacters, styleText } from 'node:util'
import { buildPortalWhenStale } from '../build-portal.ts'
import { markFirstStart, mayNeedDemo } from '../seed/first-start.ts'
import { addressTable } from './address-table.ts'
import { localEnvironment } from './local-environment.ts'
import { portsFromEnvironment, takenPortSentences } from './ports.ts'
import {
  databaseProcess,
  type LocalProcess,
  localProcesses,
  nodeArguments,
  type RunMode,
} from './processes.ts'
import { readableLogLine } from './readable-log-line.ts'
import { seedWhenNew } from './seed-when-new.ts'
import { type SupervisedProcess, supervise } from './supervise.ts'

const root = join(import.meta.dirname, '../..')
/** The first start also creates the database and builds the portal, which takes time on a slow machine. */
const readyTimeoutMs = 90_000
const stopGraceMs = 8_000

/** Formats an output line for the terminal, with the name of its process as a prefix. */
function prefixed(name: string, color: LocalProcess['color'], width: number, line: string): string {
  const text = process.stdout.isTTY ? line : stripVTControlCharacters(line)
  const prefix = `${styleText(color, name.padEnd(width))} ${styleText('gray', '│')} `
  return prefix + readableLogLine(text).replaceAll('\n', `\n${prefix}`)
}

/**
 * Resolves at Ctrl-C, SIGTERM, a closed terminal, or when the parent process is gone. A second signal calls
 * `onSecondTime`, to stop without waiting.
 */
function untilAskedToStop(endsWithParent: boolean, onSecondTime: () => void): Promise<string> {
  return new Promise((resolve) => {
    let isAsked = false
    const ask = (reason: string) => {
      if (isAsked) onSecondTime()
      isAsked = true
      resolve(reason)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ask(signal))
    if (!endsWithParent) return
    const parent = process.ppid
    const npm = findNpm()
    setInterval(() => {
      const isGone = process.ppid !== parent || (npm !== undefined && !isAlive(npm))
      if (isGone && !isAsked) ask('what started it is gone')
    }, 1_000).unref()
  })
}

/** Returns the process that started this one through a shell, which survives it. npm runs scripts that way. */
function findNpm(): number | undefined {
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,args=', '-p', String(process.ppid)], { encoding: 'utf8' })
  const [, pid] = /^\s*(\d+)\s+\S*sh -c /.exec(stdout ?? '') ?? []
  return pid === undefined ? undefined : Number(pid)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

export interface LocalRunOptions {
  /** Stops when the parent process is gone. True under npm, false for a background job of a shell. */
  endsWithParent?: boolean
  /** Receives the output lines. Prints to the terminal by default. */
  print?: (line: string) => void
}

/**
 * Runs everything until a stop is requested. Resolves with the exit code: 0 after a requested stop, 1 with a message if
 * a port is taken, a process ends by itself or a process isn't ready in time.
 */
export async function runLocally(mode: RunMode, options: LocalRunOptions = {}): Promise<number> {
  const { endsWithParent = process.env.npm_lifecycle_event !== undefined, print = console.log } = options
  const ports = portsFromEnvironment(process.env)
  const taken = await takenPortSentences(ports)
  if (taken.length > 0) {
    console.error(taken.join('\n'))
    return 1
  }
  const began = performance.now()
  const env = localEnvironment(ports, process.env)
  const dataDir = env.DATA_DIR ?? ''
  const isDemoWanted = mayNeedDemo(process.env, dataDir)
  const isDatabaseLocal = !env.DATABASE_URL
  if (isDemoWanted && isDatabaseLocal) markFirstStart(dataDir)
  const rows = [...(isDatabaseLocal ? [databaseProcess] : []), ...localProcesses(ports)]
  const width = Math.max(...rows.map(({ name }) => name.length))
  const preparing = new AbortController()
  const { signal } = preparing
  const linesOf = (name: string) => (line: string) => print(prefixed(name, 'gray', width, line))
  const isBuilt =
    mode === 'built' ? buildPortalWhenStale({ onLine: linesOf('build'), signal }) : Promise.resolve()
  // Awaited by the portal's process, which may never start.
  isBuilt.catch(() => {})
  const preparations: Record<string, SupervisedProcess['after']> = {
    portal: () => isBuilt,
    api: async (untilReady) => {
      if (!isDemoWanted) return
      await untilReady('billing')
      await seedWhenNew({ env, onLine: linesOf('seed'), signal })
    },
  }
  // The database shows whether another run uses the data folder, so nothing else starts before it.
  const afterOf = (row: LocalProcess): SupervisedProcess['after'] => {
    if (row === databaseProcess) return undefined
    return async (untilReady) => {
      if (isDatabaseLocal) await untilReady(databaseProcess.name)
      await preparations[row.name]?.(untilReady)
    }
  }

  const supervision = supervise({
    processes: rows.map((row) => ({
      name: row.name,
      what: row.what,
      arguments: nodeArguments(row, mode),
      env: { ...env, ...row.env },
      cwd: root,
      readyAddress: row.readyAddress,
      onLine: (line) => print(prefixed(row.name, row.color, width, line)),
      after: afterOf(row),
      isStoppedLast: row === databaseProcess,
    })),
    untilAskedToStop: untilAskedToStop(endsWithParent, () => supervision.killNow()),
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
  return supervision.exitCode
}
