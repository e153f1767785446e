/** Servers in processes of their own, which experiments start, kill and measure, and a PostgreSQL for them. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import type { Database } from '../apps/api/src/db/database.ts'
import { openDatabase } from '../apps/api/src/db/open-database.ts'
import { startTestPostgres } from '../apps/api/src/testing/test-postgres.ts'
import { freePort } from '../tools/processes/free-port.ts'
import { startProcessGroup } from '../tools/processes/process-group.ts'

const root = resolve(import.meta.dirname, '..')
/** Short, because the start time is measured. */
const pollMs = 10
/** The first start of the local database takes seconds, and longer on a busy machine. */
const readyWithinMs = 90_000
const stopWithinMs = 15_000

export type Environment = Record<string, string>

export interface Server {
  /** The path from the root of the repository. */
  file: string
  url: string
  /** Answers with success when the server is ready. */
  readyPath: string
  env: Environment
  /** The file for the output, which this process then doesn't read. */
  logFile?: string | undefined
}

const living = new Set<ServerProcess>()

export class ServerProcess {
  readonly url: string
  /** The output so far, for the message of a failed test. */
  said = ''
  /** The time from the start until the server was ready. */
  startMs = 0
  readonly #startedAt = performance.now()
  readonly #readyUrl: string
  readonly #group: ReturnType<typeof startProcessGroup>

  constructor({ file, url, readyPath, env, logFile }: Server) {
    this.url = url
    this.#readyUrl = url + readyPath
    const onLine = (line: string) => {
      this.said += `${line}\n`
    }
    this.#group = startProcessGroup({
      arguments: [join(root, file)],
      env: { PATH: process.env.PATH, ...env },
      ...(logFile ? { logFile } : { onLine }),
    })
    living.add(this)
    void this.#group.ended.then(() => living.delete(this))
  }

  get pid(): number {
    const { pid } = this.#group
    // Signaling process 0 would reach the process group of the tests.
    if (pid === undefined) throw new Error('The process did not start.')
    return pid
  }

  get isRunning(): boolean {
    return this.#group.isRunning()
  }

  async ready(): Promise<void> {
    await this.#group.untilReady(this.#readyUrl, readyWithinMs, pollMs)
    this.startMs = performance.now() - this.#startedAt
  }

  /** Kills the process without a shutdown. */
  async kill(): Promise<void> {
    this.#group.killNow()
    await this.exit()
  }

  async stop(): Promise<void> {
    await this.#group.stop(stopWithinMs)
  }

  /** Waits for the process to exit and for its last output. */
  async exit(): Promise<number | null | undefined> {
    await this.#group.ended
    return this.#group.exitCode
  }

  /** Resident memory in MB. */
  residentMb(): number {
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024
  }

  /** The CPU time so far, in milliseconds. On a busy machine it is more reliable than wall-clock time. */
  processorMs(): number {
    const tasks = `/proc/${this.pid}/task`
    const ofTask = (id: string) => Number(readFileSync(`${tasks}/${id}/schedstat`, 'utf8').split(' ')[0])
    return readdirSync(tasks).reduce((sum, id) => sum + ofTask(id), 0) / 1e6
  }
}

/** Kills every process that this one started. */
export async function killAll(): Promise<void> {
  await Promise.all([...living].map((server) => server.kill()))
}

/** Starts a server and waits until it is ready. */
export async function startServer(server: Server): Promise<ServerProcess> {
  const started = new ServerProcess(server)
  await started.ready()
  return started
}

/** Starts the API on a free port without waiting for it. */
export async function spawnApi(environment: Environment, logFile?: string): Promise<ServerProcess> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    API_HOST: '127.0.0.1',
    API_PORT: String(port),
    // By default each process has its own URL. Processes behind a proxy share one.
    API_URL: url,
    METRICS_PORT: '0',
    // The load comes from one address.
    RATE_LIMIT_FACTOR: '10000',
    // Nothing listens on this port, so mails stay in the queue.
    SMTP_URL: 'smtp://127.0.0.1:9',
    ...environment,
  }
  return new ServerProcess({ file: 'apps/api/src/server.ts', url, readyPath: '/health/ready', env, logFile })
}

export async function startApi(environment: Environment, logFile?: string): Promise<ServerProcess> {
  const api = await spawnApi(environment, logFile)
  await api.ready()
  return api
}

/** Starts a workspace instance that uses the API at this URL. */
export async function startInstance(authApiUrl: string, dataDir: string): Promise<ServerProcess> {
  const port = String(await freePort())
  const url = `http://localhost:${port}`
  const env = { INSTANCE_PORT: port, INSTANCE_URL: url, AUTH_API_URL: authApiUrl, DATA_DIR: dataDir }
  return startServer({ file: 'stand-ins/workspace-instance/main.ts', url, readyPath: '', env })
}

export interface Lab {
  dataDir: string
  databaseUrl: string
  /** What every API process of the experiment needs. */
  environment: { DATABASE_URL: string; DATA_DIR: string }
  /** Opens the database, with the current migrations and without a limit for statements. */
  open: (url?: string) => Promise<Database>
  /** Kills all processes, and removes the server and the folder. */
  remove: () => Promise<void>
}

/** Starts PostgreSQL in a temporary folder, and creates a folder for data. */
export async function startLab(): Promise<Lab> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-lab-'))
  const postgres = await startTestPostgres()
  const databaseUrl = `${postgres.url}postgres`
  const opened: Database[] = []
  return {
    dataDir,
    databaseUrl,
    environment: { DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
    async open(url = databaseUrl) {
      const database = await openDatabase({ databaseUrl: url, dataDir, statementLimitMs: 0 })
      opened.push(database)
      return database
    },
    async remove() {
      await killAll()
      for (const database of opened) await database.close()
      await postgres.remove()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
