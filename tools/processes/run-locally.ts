/** Starts everything, says where it is, stays, and stops all of it together. */
import { join } from 'node:path'
import process from 'node:process'
import { stripVTControlCharacters, styleText } from 'node:util'
import { buildPortalWhenStale } from '../build-portal.ts'
import { mayNeedDemo } from '../seed/first-start.ts'
import { addressTable } from './address-table.ts'
import { localEnvironment } from './local-environment.ts'
import { portsFromEnvironment, takenPortSentences } from './ports.ts'
import { type LocalProcess, localProcesses, nodeArguments, type RunMode } from './processes.ts'
import { readableLogLine } from './readable-log-line.ts'
import { openRunControl, type RunControl } from './run-control.ts'
import { seedWhenNew } from './seed-when-new.ts'
import { supervise } from './supervise.ts'

const root = join(import.meta.dirname, '../..')
/** A first start on a slow machine creates the database and builds the portal meanwhile. */
const readyTimeoutMs = 90_000
const stopGraceMs = 8_000

/** The line as the terminal shows it: readable, and with the name of its process before it. */
function prefixed(name: string, colour: LocalProcess['colour'], width: number, line: string): string {
  const text = process.stdout.isTTY ? line : stripVTControlCharacters(line)
  const prefix = `${styleText(colour, name.padEnd(width))} ${styleText('gray', '│')} `
  return prefix + readableLogLine(text).replaceAll('\n', `\n${prefix}`)
}

/**
 * Resolves at Ctrl-C, SIGTERM, a closed terminal, or when whoever started us is gone; `onSecondTime` is called when
 * somebody does not want to wait.
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
    setInterval(() => {
      if (process.ppid !== parent && !isAsked) ask('what started it is gone')
    }, 1_000).unref()
  })
}

export interface LocalRunOptions {
  /** Stop when the process that started this one is gone. A shell's background job outlives its shell, npm's does not. */
  endsWithParent?: boolean
  /** Takes what the processes say; the terminal by default. */
  print?: (line: string) => void
}

/**
 * Runs all of it until it is told to stop. Resolves with the exit code: 0 after a stop that was asked for, 1 when a port
 * is taken, a process ends by itself, or one does not answer in time; each with a sentence.
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
  const rows = localProcesses(ports)
  const width = Math.max(...rows.map(({ name }) => name.length))
  const preparing = new AbortController()
  const onBuildLine = (line: string) => print(prefixed('build', 'gray', width, line))
  const isBuilt =
    mode === 'built'
      ? buildPortalWhenStale({ onLine: onBuildLine, signal: preparing.signal })
      : Promise.resolve()
  const onSeedLine = (line: string) => print(prefixed('seed', 'gray', width, line))
  const isSeeded = isDemoWanted
    ? seedWhenNew({ env, onLine: onSeedLine, signal: preparing.signal })
    : Promise.resolve()
  const awaited: Record<string, Promise<void>> = { portal: isBuilt, api: isSeeded, billing: isSeeded }
  let control: RunControl | undefined

  const supervision = supervise({
    processes: rows.map((row) => ({
      name: row.name,
      what: row.what,
      arguments: nodeArguments(row, mode),
      env: { ...env, ...row.env },
      cwd: root,
      readyAddress: row.readyAddress,
      onLine: (line) => print(prefixed(row.name, row.colour, width, line)),
      // Only the portal's process needs the build, and only two read what seeding writes.
      after: awaited[row.name],
    })),
    untilAskedToStop: untilAskedToStop(endsWithParent, () => supervision.killNow()),
    onAllReady: async () => {
      // Before the line that says so: a command may come the moment it is read.
      control = await openRunControl(dataDir, (names) => supervision.pause(names))
      console.log(addressTable(rows, dataDir))
      console.log(`  Ready after ${((performance.now() - began) / 1_000).toFixed(1)} s.\n`)
    },
    onStop: (sentence, code) => {
      preparing.abort()
      control?.close()
      if (code === 0) console.log(sentence)
      else console.error(sentence)
    },
    readyTimeoutMs,
    stopGraceMs,
  })
  return supervision.exitCode
}
