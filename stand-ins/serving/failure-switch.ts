import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { parseBody, refuse } from './json-body.ts'

const failureModes = ['none', 'down', 'error', 'slow'] as const
type FailureMode = (typeof failureModes)[number]

/** The delay of a slow service in milliseconds. */
export const slowMs = 10_000

const maxForMs = 24 * 60 * 60 * 1000
const forMsProblem = `forMs is a number of milliseconds from 1 to ${maxForMs}.`
const failureBody = z.object({
  mode: z.enum(failureModes, `mode is one of ${failureModes.join(', ')}.`),
  forMs: z.nullish(
    z.number(forMsProblem).check(z.minimum(1, forMsProblem), z.maximum(maxForMs, forMsProblem)),
  ),
})

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
  set(mode: FailureMode, forMs?: number | null): void {
    this.#mode = mode
    this.#endsAtMs = forMs == null || mode === 'none' ? undefined : Date.now() + forMs
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

/**
 * Applies the switch to every request but the exempt ones, and serves `PUT` and `GET /api/failure`.
 * `down` closes the connection, `error` answers 500, `slow` answers after ten seconds.
 */
export function registerFailureSwitch(
  app: FastifyInstance,
  failure = new FailureSwitch(),
  isExempt = (path: string) => path.startsWith('/api/'),
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
  app.put('/api/failure', async ({ body }) => {
    const { mode, forMs } = parseBody(failureBody, body)
    failure.set(mode, forMs)
    return failure.describe()
  })
}
