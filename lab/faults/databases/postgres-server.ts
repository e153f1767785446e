import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../../tools/processes/free-port.ts'
import type { Programs } from './programs.ts'

const startLimitMs = 30_000
const pollMs = 50

const settings = (port: number) => [
  "listen_addresses = '127.0.0.1'",
  "unix_socket_directories = ''",
  `port = ${port}`,
  'fsync = off',
  'max_connections = 60',
]

/** A server that experiments can query as superuser. */
export interface QueriedServer {
  /** The URL of the database `portal` for the API's role. */
  url: string
  query<Row extends pg.QueryResultRow>(text: string, database?: string): Promise<Row[]>
}

/** Runs a statement as superuser. */
export async function queryAs<Row extends pg.QueryResultRow>(
  host: string,
  text: string,
  database: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: `postgres://postgres@${host}/${database}` })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** A PostgreSQL server of the distribution in a temporary folder. */
export class PostgresServer implements QueriedServer {
  readonly port: number
  readonly #programs: Programs
  readonly #folder: string
  #child: ChildProcess | undefined

  private constructor(programs: Programs, port: number) {
    this.#programs = programs
    this.port = port
    this.#folder = mkdtempSync(join(tmpdir(), 'portal-server-'))
    const { uid, gid } = programs.runAs
    if (uid !== undefined && gid !== undefined) chownSync(this.#folder, uid, gid)
    servers.add(this)
  }

  /** Starts an empty server with a database `portal`, which a role without other rights owns. */
  static async start(programs: Programs): Promise<PostgresServer> {
    const server = new PostgresServer(programs, await freePort())
    server.#run('initdb', '--pgdata', server.#data, '--username=postgres', '--auth=trust', '--no-sync')
    server.set(...settings(server.port))
    await server.#start()
    await server.query('create role portal login')
    await server.query('create database portal owner portal')
    return server
  }

  /** Starts a standby that streams from `primary`. */
  static async startStandby(programs: Programs, primary: PostgresServer): Promise<PostgresServer> {
    const server = new PostgresServer(programs, await freePort())
    const source = `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`
    server.#run('pg_basebackup', '-d', source, '-D', server.#data, '-R', '-X', 'stream', '-c', 'fast')
    server.set(`port = ${server.port}`)
    await server.#start()
    return server
  }

  get #data(): string {
    return join(this.#folder, 'data')
  }

  get host(): string {
    return `127.0.0.1:${this.port}`
  }

  get url(): string {
    return `postgres://portal@${this.host}/portal`
  }

  /** Appends settings, which the next start or reload reads. */
  set(...lines: string[]): void {
    appendFileSync(join(this.#data, 'postgresql.auto.conf'), `${lines.join('\n')}\n`)
  }

  query<Row extends pg.QueryResultRow>(text: string, database = 'postgres'): Promise<Row[]> {
    return queryAs<Row>(this.host, text, database)
  }

  async promote(): Promise<void> {
    await this.query('select pg_promote(wait => true)')
  }

  /** Stops the server's processes without ending them: it accepts connections and never answers. */
  freeze(): void {
    this.#signal('SIGSTOP')
  }

  thaw(): void {
    this.#signal('SIGCONT')
  }

  /** Kills all processes of the server. */
  async kill(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    this.#signal('SIGKILL')
    await once(child, 'exit')
  }

  async remove(): Promise<void> {
    await this.kill()
    rmSync(this.#folder, { recursive: true, force: true })
    servers.delete(this)
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#child ?? {}
    if (pid === undefined) return
    const all = [pid, ...childrenOf(pid)]
    // The parent is signaled first, because it would notice the end of its children, and resumed last.
    for (const each of signal === 'SIGCONT' ? all.toReversed() : all) {
      try {
        process.kill(each, signal)
      } catch {
        // It has already ended.
      }
    }
  }

  #run(program: string, ...parts: string[]): void {
    const { postgres, runAs } = this.#programs
    execFileSync(join(postgres, program), parts, { cwd: this.#folder, stdio: 'ignore', ...runAs })
  }

  async #start(): Promise<void> {
    const { postgres, runAs } = this.#programs
    const options = { cwd: this.#folder, stdio: 'ignore', ...runAs } as const
    const child = spawn(join(postgres, 'postgres'), ['-D', this.#data], options)
    this.#child = child
    const deadline = Date.now() + startLimitMs
    for (;;) {
      const isUp = await this.query('select 1').catch(() => undefined)
      if (isUp) return
      if (child.exitCode !== null || Date.now() > deadline) throw new Error('PostgreSQL did not start.')
      await sleep(pollMs)
    }
  }
}

const servers = new Set<PostgresServer>()

/** Kills and removes every server. */
export async function removeServers(): Promise<void> {
  for (const server of servers) await server.remove()
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((each) => each > 0 && parentOf(each) === pid)
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}
