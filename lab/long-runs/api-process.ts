import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const repository = resolve(import.meta.dirname, '../..')
const pollMs = 25
/** The first start of the local database takes seconds, and longer on a busy machine. */
const readyLimitMs = 90_000

/** The API as a separate process that can be killed and restarted. */
export class ApiProcess {
  readonly url: string
  #child: ChildProcess
  #said = ''
  readonly #exit: Promise<unknown>

  private constructor(port: number, environment: Record<string, string>, release: string) {
    this.url = `http://127.0.0.1:${port}`
    this.#child = spawn(process.execPath, [resolve(release, 'apps/api/src/server.ts')], {
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
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (text) => {
        this.#said += String(text)
      })
    }
    this.#exit = once(this.#child, 'exit')
    living.add(this)
  }

  /** Spawns the API on a free port without waiting for it. `release` is the folder of another release. */
  static async spawn(environment: Record<string, string>, release = repository): Promise<ApiProcess> {
    return new ApiProcess(await freePort(), environment, release)
  }

  /** Spawns the API and waits until it is ready. */
  static async start(environment: Record<string, string>, release?: string): Promise<ApiProcess> {
    const api = await ApiProcess.spawn(environment, release)
    await api.ready()
    return api
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** The output so far, for the message of a failed test. */
  get said(): string {
    return this.#said
  }

  async ready(): Promise<void> {
    const deadline = Date.now() + readyLimitMs
    while (this.isRunning && Date.now() < deadline) {
      const isReady = await fetch(`${this.url}/health/ready`).then(
        (response) => response.ok,
        () => false,
      )
      if (isReady) return
      await sleep(pollMs)
    }
    throw new Error(`The API ${this.isRunning ? 'is not ready' : 'has ended'}:\n${this.#said}`)
  }

  /** Kills the process without a shutdown. */
  async kill(): Promise<void> {
    if (this.isRunning) this.#child.kill('SIGKILL')
    await this.exit()
  }

  /** Waits for the process to exit. */
  async exit(): Promise<number | null> {
    await this.#exit
    living.delete(this)
    return this.#child.exitCode
  }
}

const living = new Set<ApiProcess>()

/** Kills every process that a test started. */
export async function killAll(): Promise<void> {
  await Promise.all([...living].map((api) => api.kill()))
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
