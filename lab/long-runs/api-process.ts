import { resolve } from 'node:path'
import { freePort } from '../../tools/processes/free-port.ts'
import { type ProcessGroup, startProcessGroup } from '../../tools/processes/process-group.ts'

const repository = resolve(import.meta.dirname, '../..')
const pollMs = 25
/** The first start of the local database takes seconds, and longer on a busy machine. */
const readyLimitMs = 90_000

/** The API as a separate process that can be killed and restarted. */
export class ApiProcess {
  readonly url: string
  readonly #group: ProcessGroup
  #said = ''

  private constructor(port: number, environment: Record<string, string>) {
    this.url = `http://127.0.0.1:${port}`
    this.#group = startProcessGroup({
      arguments: [resolve(repository, 'apps/api/src/server.ts')],
      env: {
        PATH: process.env.PATH ?? '',
        NODE_ENV: 'test',
        LOG_LEVEL: 'error',
        API_HOST: '127.0.0.1',
        API_PORT: String(port),
        // By default each process has its own URL. Processes behind a proxy share one.
        API_URL: this.url,
        METRICS_PORT: '0',
        // These tests send fifty requests at the same time.
        RATE_LIMIT_FACTOR: '10000',
        ...environment,
      },
      onLine: (line) => {
        this.#said += `${line}\n`
      },
    })
    living.add(this)
  }

  /** Spawns the API on a free port without waiting for it. */
  static async spawn(environment: Record<string, string>): Promise<ApiProcess> {
    return new ApiProcess(await freePort(), environment)
  }

  /** Spawns the API and waits until it is ready. */
  static async start(environment: Record<string, string>): Promise<ApiProcess> {
    const api = await ApiProcess.spawn(environment)
    await api.ready()
    return api
  }

  get pid(): number | undefined {
    return this.#group.pid
  }

  get isRunning(): boolean {
    return this.#group.isRunning()
  }

  /** The output so far, for the message of a failed test. */
  get said(): string {
    return this.#said
  }

  ready(): Promise<void> {
    return this.#group.untilReady(`${this.url}/health/ready`, readyLimitMs, pollMs)
  }

  /** Kills the process without a shutdown. */
  async kill(): Promise<void> {
    this.#group.killNow()
    await this.exit()
  }

  /** Waits for the process to exit and for its last output. */
  async exit(): Promise<number | null> {
    await this.#group.ended
    living.delete(this)
    return this.#group.exitCode
  }
}

const living = new Set<ApiProcess>()

/** Kills every process that a test started. */
export async function killAll(): Promise<void> {
  await Promise.all([...living].map((api) => api.kill()))
}
