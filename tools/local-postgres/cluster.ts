/** Creates, starts and stops a PostgreSQL server in a folder. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { driverError } from '../../apps/api/src/db/database-errors.ts'
import { localUrlOf } from '../../apps/api/src/db/local-database.ts'
import { freePort, isPortFree } from '../processes/free-port.ts'
import { LocalPostgresProblem, type Programs } from './programs.ts'

export interface RunningPostgres {
  port: number
  /** Resolves when the server has ended. */
  ended: Promise<unknown>
  /** Ends the connections and stops the server. */
  stop: () => void
}

interface StartOptions {
  folder: string
  /** The port, if it is free. Without it, any free port. */
  port?: number | undefined
  /** The server's settings, such as `fsync=off`. */
  settings?: string[]
  /** The file for the server's log, which is overwritten. */
  logFile: string
}

export const inUse =
  'Another run uses this data folder. Stop it with Ctrl-C, or set DATA_DIR to another folder.'
const lockExists = /lock file "postmaster\.pid" already exists/
const pollMs = 50
/** How long a killed server's processes and lock file may be in the way of a start. */
const leftoverLimitMs = 10_000
const stillMs = 2_000
const connectLimitMs = 2_000
const wrongPassword = '28P01'

const passwordFile = (folder: string) => join(folder, 'portal.password')
export const passwordOf = (folder: string) => readFileSync(passwordFile(folder), 'utf8')

/** Creates the files of a server in a new folder, with the password of its only user. */
export function createCluster(
  programs: Programs,
  folder: string,
  password: string,
  flags: string[] = [],
): void {
  const { uid, gid } = programs.runAs
  const give = (path: string) => uid !== undefined && gid !== undefined && chownSync(path, uid, gid)
  const draft = `${folder}.password`
  try {
    mkdirSync(folder, { mode: 0o700 })
    writeFileSync(draft, password, { mode: 0o600 })
    for (const path of [folder, draft]) give(path)
    const login = ['--username=postgres', `--pwfile=${draft}`, '--auth=scram-sha-256']
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    const words = [`--pgdata=${folder}`, ...login, ...locale, ...flags]
    const { status, stderr, error } = spawnSync(programs.initdb, words, {
      ...programs.runAs,
      encoding: 'utf8',
    })
    if (status !== 0) throw new LocalPostgresProblem(sentenceOf(`${stderr ?? ''}\n${error?.message ?? ''}`))
    writeFileSync(passwordFile(folder), password, { mode: 0o600 })
    give(passwordFile(folder))
  } finally {
    rmSync(draft, { force: true })
  }
}

/**
 * Starts the server on a port of the loopback interface and waits until it accepts connections, even if it must recover from a
 * crash first.
 */
export async function startCluster(programs: Programs, options: StartOptions): Promise<RunningPostgres> {
  const deadline = performance.now() + leftoverLimitMs
  for (;;) {
    const outcome = await tryToStart(programs, options)
    if (typeof outcome !== 'string') return outcome
    // The backends of a killed server exit by themselves soon.
    const mayRetry = /shared memory block/.test(outcome) || (await removeStaleLock(options.folder, outcome))
    if (!mayRetry || performance.now() > deadline)
      throw new LocalPostgresProblem(sentenceOf(outcome, options.logFile))
    await sleep(pollMs)
  }
}

/** Returns what the lock file of a server says, or undefined if there is none. */
export function readLock(folder: string): { text: string; port: number } | undefined {
  try {
    const text = readFileSync(join(folder, 'postmaster.pid'), 'utf8')
    return { text, port: Number(text.split('\n')[3]) }
  } catch {
    return undefined
  }
}

/**
 * Removes the lock file of a killed server whose process id looks alive, because no process has reaped it or because another
 * process has it now. A running server listens on the port in the file.
 */
async function removeStaleLock(folder: string, output: string): Promise<boolean> {
  if (!lockExists.test(output)) return false
  const before = readLock(folder)
  // A server that is just starting changes its lock file or listens soon.
  await sleep(stillMs)
  const after = readLock(folder)
  if (!before || !after || before.text !== after.text) return true
  if (after.port > 0 && !(await isPortFree(after.port))) return false
  rmSync(join(folder, 'postmaster.pid'), { force: true })
  return true
}

/** Returns the running server, or what it wrote before it ended. */
async function tryToStart(programs: Programs, options: StartOptions): Promise<RunningPostgres | string> {
  const { folder, settings = [], logFile } = options
  const port = options.port && (await isPortFree(options.port)) ? options.port : await freePort()
  const all = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings]
  const log = openSync(logFile, 'w', 0o600)
  const words = ['-D', folder, ...all.flatMap((setting) => ['-c', setting])]
  const child = spawn(programs.postgres, words, { ...programs.runAs, stdio: ['ignore', log, log] })
  closeSync(log)
  let readFailure: (() => string) | undefined
  const ended = once(child, 'exit').then(
    () => {
      readFailure = () => readFileSync(logFile, 'utf8')
    },
    ({ message }: Error) => {
      readFailure = () => message
    },
  )
  // A throwaway server must not outlive a program that ends without stopping it.
  const kill = () => child.kill('SIGINT')
  process.once('exit', kill)
  void ended.then(() => process.off('exit', kill))
  while (!readFailure) {
    const client = await connect(port, folder)
    if (client) {
      await client.end()
      return { port, ended, stop: () => stopCluster(programs, folder) }
    }
    await sleep(pollMs)
  }
  return readFailure()
}

export function stopCluster({ pgCtl, runAs }: Programs, folder: string): void {
  spawnSync(pgCtl, ['stop', '--pgdata', folder, '--mode', 'fast', '--wait'], { ...runAs, stdio: 'ignore' })
}

/**
 * Returns a connection, or undefined if no server accepts one, for example while it starts or stops.
 * @throws LocalPostgresProblem if the password was changed
 */
export async function connect(port: number, folder: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    connectionString: localUrlOf({ port, password: passwordOf(folder) }),
    connectionTimeoutMillis: connectLimitMs,
    query_timeout: connectLimitMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    if (driverError(error)?.code === wrongPassword)
      throw new LocalPostgresProblem(
        `The password in ${passwordFile(folder)} is not the password of the database there. Restore both from the same backup.`,
      )
    return undefined
  }
}

/** Returns what the user can do about a failure, or the server's own words. */
export function sentenceOf(output: string, logFile?: string): string {
  if (lockExists.test(output)) return inUse
  const lines = output.trim().split('\n')
  const failure = lines.findLast((line) => /FATAL|PANIC|error:/i.test(line)) ?? lines.at(-1) ?? ''
  const details = logFile ? `${failure.trim()} (${logFile})` : failure.trim()
  return `PostgreSQL did not start: ${details}. Fix this, or set DATABASE_URL to a PostgreSQL server.`
}
