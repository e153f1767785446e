import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { refuse } from './refuse.ts'

const failureModes = ['none', 'down', 'error', 'slow'] as const
type FailureMode = (typeof failureModes)[number]

/** The delay of a slow service in milliseconds. */
export const slowMs = 10_000

const maxForMs = 24 * 60 * 60 * 1000

/** Makes a stand-in fail on purpose, to test how the product reacts. */
export class FailureSwitch {
  #mode: FailureMode = 'none'
  #endsAtMs: number | undefined
  readonly #listeners: ((mode: FailureMode) => void)[] = []

  get mode(): FailureMode {
    if (this.#endsAtMs !== undefined && Date.now() >= this.#endsAtMs) this.set('none')
    return this.#mode
  }

  /** @param forMs ends the failure after this many milliseconds. Without it, the failure lasts until the next call */
  set(mode: FailureMode, forMs?: number): void {
    this.#mode = mode
    this.#endsAtMs = forMs === undefined || mode === 'none' ? undefined : Date.now() + forMs
    for (const listener of this.#listeners) listener(mode)
  }

  onChange(listener: (mode: FailureMode) => void): void {
    this.#listeners.push(listener)
  }

  describe(): { mode: FailureMode; endsAt: string | null } {
    const mode = this.mode
    return { mode, endsAt: this.#endsAtMs === undefined ? null : new Date(this.#endsAtMs).toISOString() }
  }
}

interface FailureBody {
  mode?: unknown
  forMs?: unknown
}

function isFailureMode(value: unknown): value is FailureMode {
  return failureModes.some((mode) => mode === value)
}

/**
 * Applies the switch to every request but the exempt ones, and serves `PUT` and `GET /api/failure`.
 * `down` closes the connection, `error` answers 500, `slow` answers after ten seconds.
 */
export function registerFailureSwitch(
  app: FastifyInstance,
  failure: FailureSwitch,
  isExempt: (path: string) => boolean = (path) => path === '/api' || path.startsWith('/api/'),
): void {
  const stopped = new AbortController()
  app.addHook('preClose', async () => stopped.abort())

  app.addHook('onRequest', async (request, reply) => {
    if (isExempt(request.url.split('?', 1)[0] ?? '')) return
    const mode = failure.mode
    if (mode === 'down') {
      reply.hijack()
      request.raw.socket.destroy()
    } else if (mode === 'error') {
      return refuse(reply, 500, 'InternalError', 'This stand-in was told to fail.')
    } else if (mode === 'slow') {
      await sleep(slowMs, undefined, { signal: stopped.signal }).catch(() => undefined)
    }
  })

  app.get('/api/failure', async () => failure.describe())
  app.put<{ Body: FailureBody | null }>('/api/failure', async (request, reply) => {
    const { mode, forMs } = request.body ?? {}
    if (!isFailureMode(mode)) {
      return refuse(reply, 400, 'ValidationError', `mode is one of ${failureModes.join(', ')}.`)
    }
    if (
      forMs !== undefined &&
      forMs !== null &&
      !(typeof forMs === 'number' && forMs > 0 && forMs <= maxForMs)
    ) {
      return refuse(reply, 400, 'ValidationError', `forMs is a number of milliseconds from 1 to ${maxForMs}.`)
    }
    failure.set(mode, typeof forMs === 'number' ? forMs : undefined)
    return failure.describe()
  })
}
