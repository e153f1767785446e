/**
 * Limits how many requests of one caller run at once in this process, so that none can take all database connections. Further
 * ones wait in a short queue. See docs/product/errors.md#busy-accounts.
 */
import type { FastifyReply } from 'fastify'
import { Refusal } from '../http/errors/refusal.ts'
import type { Caller } from './caller.ts'

/** Fewer than half of the connections that requests share by default (`poolSize` in `open-database.ts`). */
const maxRunning = 4
const maxWaiting = 100
const maxWaitMs = 5_000

interface Slots {
  running: number
  waiting: Set<() => void>
}

type SlotCaller = Pick<Caller, 'kind' | 'person' | 'token' | 'isCommandLine'>

/**
 * Callers with the same key share slots. What the tokens of one workspace or its instance do never delays another workspace, and no
 * token keeps its user from revoking it.
 */
export function slotKeyOf({ person, token, isCommandLine }: SlotCaller): string {
  if (token?.serviceAccount) return `service accounts of ${token.workspaceId}`
  if (token) return `tokens of ${person.id} in ${token.workspaceId}`
  return `${isCommandLine ? 'command lines' : 'browsers'} of ${person.id}`
}

export class CallerSlots {
  readonly #byKey = new Map<string, Slots>()
  readonly #onRefused: () => void

  constructor(onRefused: () => void) {
    this.#onRefused = onRefused
  }

  /**
   * Waits for a slot and runs `work` in it. The slot is freed when the work has settled and the response has ended: an aborted
   * request keeps it while its handler runs, and a slow reader while the response is sent.
   * @throws Refusal `TooManyRequests` if no slot is free in time
   */
  async run<T>(caller: SlotCaller, { raw }: FastifyReply, work: () => Promise<T>): Promise<T> {
    const key = slotKeyOf(caller)
    const slots = this.#byKey.get(key) ?? { running: 0, waiting: new Set() }
    this.#byKey.set(key, slots)
    if (slots.running < maxRunning) slots.running += 1
    else await this.#wait(slots)
    const hasEnded = new Promise<void>((resolve) => {
      if (raw.destroyed) resolve()
      raw.once('finish', resolve).once('close', resolve)
    })
    try {
      // Nobody reads the response of a request that was aborted while it waited.
      if (raw.destroyed) throw refusal()
      return await work()
    } finally {
      void hasEnded.then(() => this.#free(key, slots))
    }
  }

  async #wait({ waiting }: Slots): Promise<void> {
    if (waiting.size >= maxWaiting) throw this.#countRefusal()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      waiting.delete(resolve)
      reject(this.#countRefusal())
    }, maxWaitMs)
    waiting.add(resolve)
    await promise.finally(() => clearTimeout(timer))
  }

  /** Gives the slot to the request that has waited longest, or frees it. */
  #free(key: string, slots: Slots): void {
    const [next] = slots.waiting
    if (next) {
      slots.waiting.delete(next)
      next()
      return
    }
    slots.running -= 1
    if (slots.running === 0) this.#byKey.delete(key)
  }

  #countRefusal(): Refusal {
    this.#onRefused()
    return refusal()
  }
}

const refusal = () =>
  new Refusal('TooManyRequests', 'Too many requests at once. Try again in a second.', {
    retryAfterSeconds: 1,
  })
