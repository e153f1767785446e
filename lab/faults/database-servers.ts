/** PostgreSQL servers and PgBouncers of the distribution, in temporary folders. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../tools/processes/free-port.ts'

const debianFolder = '/usr/lib/postgresql'
const pgbouncer = '/usr/sbin/pgbouncer'
const startLimitMs = 30_000
const pollMs = 50
const isRoot = process.getuid?.() === 0

/** Returns the folder with the programs of the distribution's newest PostgreSQL. */
function findPostgres(): string | undefined {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder).map(Number) : []
  const folder = join(debianFolder, String(Math.max(...versions)), 'bin')
  return existsSync(join(folder, 'pg_basebackup')) ? folder : undefined
}

/** Installs packages of the distribution without their recommendations. Their services don't start. */
export function installPackages(...names: string[]): void {
  const list = names.join(' ')
  if (!isRoot || !existsSync('/usr/bin/apt-get'))
    throw new Error(`Install these programs first: ${list}. As root on Debian they are installed for you.`)
  // Otherwise Debian's packages start a server.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const run = (...parts: string[]) =>
    execFileSync('apt-get', ['-qq', ...parts], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  run('update')
  run('install', '--yes', '--no-install-recommends', ...names)
  console.error(`Installed ${list}. Remove them with: apt-get purge ${list}`)
}

function findPrograms() {
  if (!findPostgres() || !existsSync(pgbouncer)) installPackages('postgresql', 'pgbouncer')
  const postgres = findPostgres()
  if (!postgres) throw new Error('PostgreSQL was not found.')
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const versionOf = (program: string) => String(spawnSync(program, ['--version']).stdout).split('\n')[0]
  console.log(`${versionOf(join(postgres, 'postgres'))}, ${versionOf(pgbouncer)}.\n`)
  // Neither program runs as root.
  return { postgres, runAs: isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : undefined }
}

let found: ReturnType<typeof findPrograms> | undefined
function programs() {
  found ??= findPrograms()
  return found
}

const servers = new Set<DatabaseServer>()

/** Kills and removes every server. */
export async function removeServers(): Promise<void> {
  for (const server of servers) await server.remove()
}

abstract class DatabaseServer {
  readonly port: number
  readonly #programs = programs()
  readonly #folder = mkdtempSync(join(tmpdir(), 'portal-server-'))
  #child: ChildProcess | undefined

  constructor(port: number) {
    this.port = port
    this.own(this.#folder)
    servers.add(this)
  }

  /** The URL of the database `portal` for the API's role. */
  get url(): string {
    return `postgres://portal@${this.host}/portal`
  }

  get host(): string {
    return `127.0.0.1:${this.port}`
  }

  /** Kills all processes of the server. */
  async kill(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    this.signal('SIGKILL')
    await once(child, 'exit')
  }

  async remove(): Promise<void> {
    await this.kill()
    rmSync(this.#folder, { recursive: true, force: true })
    servers.delete(this)
  }

  protected path(name: string): string {
    return join(this.#folder, name)
  }

  protected program(name: string): string {
    return join(this.#programs.postgres, name)
  }

  /** Hands a file to the user of the programs. */
  protected own(path: string): void {
    const { runAs } = this.#programs
    if (runAs) chownSync(path, runAs.uid, runAs.gid)
  }

  protected run(program: string, ...parts: string[]): void {
    execFileSync(program, parts, { cwd: this.#folder, stdio: 'ignore', ...this.#programs.runAs })
  }

  protected async launch(program: string, ...parts: string[]): Promise<void> {
    const child = spawn(program, parts, { cwd: this.#folder, stdio: 'ignore', ...this.#programs.runAs })
    this.#child = child
    const deadline = Date.now() + startLimitMs
    while (!(await this.isUp())) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${program} did not start.`)
      await sleep(pollMs)
    }
  }

  protected abstract isUp(): Promise<boolean>

  protected signal(signal: NodeJS.Signals): void {
    const pid = this.#child?.pid
    if (pid === undefined) return
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
    // The parent is signaled first, because it would notice the end of its children, and resumed last.
    const all = [pid, ...children.filter(Boolean)]
    for (const each of signal === 'SIGCONT' ? all.toReversed() : all) {
      try {
        process.kill(each, signal)
      } catch {
        // It has already ended.
      }
    }
  }
}

async function connectAndQuery<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

const canQuery = (url: string) =>
  connectAndQuery(url, 'select 1').then(
    () => true,
    () => false,
  )

export class PostgresServer extends DatabaseServer {
  /** Starts an empty server with a database `portal`, which a role without other rights owns. */
  static async start(): Promise<PostgresServer> {
    const server = new PostgresServer(await freePort())
    const data = server.path('data')
    server.run(
      server.program('initdb'),
      ...['--pgdata', data, '--username=postgres', '--auth=trust', '--no-sync'],
    )
    server.set("listen_addresses = '127.0.0.1'", "unix_socket_directories = ''", `port = ${server.port}`)
    server.set('fsync = off', 'max_connections = 60')
    await server.launch(server.program('postgres'), '-D', data)
    await server.query('create role portal login', 'postgres')
    await server.query('create database portal owner portal', 'postgres')
    return server
  }

  /** Starts a standby that streams from `primary`. */
  static async startStandby(primary: PostgresServer): Promise<PostgresServer> {
    const server = new PostgresServer(await freePort())
    const data = server.path('data')
    const source = `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`
    server.run(
      server.program('pg_basebackup'),
      ...['-d', source, '-D', data, '-R', '-X', 'stream', '-c', 'fast'],
    )
    server.set(`port = ${server.port}`)
    await server.launch(server.program('postgres'), '-D', data)
    return server
  }

  /** Appends settings, which the next start or reload reads. */
  set(...lines: string[]): void {
    appendFileSync(join(this.path('data'), 'postgresql.auto.conf'), `${lines.join('\n')}\n`)
  }

  /** Runs a statement as superuser. */
  query<Row extends pg.QueryResultRow>(text: string, database = 'portal'): Promise<Row[]> {
    return connectAndQuery(`postgres://postgres@${this.host}/${database}`, text)
  }

  /** Stops the server's processes without ending them: it accepts connections and never answers. */
  freeze(): void {
    this.signal('SIGSTOP')
  }

  thaw(): void {
    this.signal('SIGCONT')
  }

  protected override isUp(): Promise<boolean> {
    return canQuery(`postgres://postgres@${this.host}/postgres`)
  }
}

/** PgBouncer in front of a server. All settings but the pool mode have their defaults. */
export class PgBouncer extends DatabaseServer {
  static async start(
    server: PostgresServer,
    mode: 'session' | 'transaction' | 'statement',
  ): Promise<PgBouncer> {
    const pooler = new PgBouncer(await freePort())
    const [users, settings] = [pooler.path('users.txt'), pooler.path('pgbouncer.ini')]
    writeFileSync(users, '"portal" ""\n')
    writeFileSync(
      settings,
      `[databases]
portal = host=127.0.0.1 port=${server.port} dbname=portal
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${pooler.port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = ${mode}
`,
    )
    pooler.own(users)
    pooler.own(settings)
    await pooler.launch(pgbouncer, settings)
    return pooler
  }

  protected override isUp(): Promise<boolean> {
    return canQuery(this.url)
  }
}
