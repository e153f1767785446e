import { createHmac } from 'node:crypto'
import type { JsonFile } from '../serving/json-file.ts'
import type { BillingState, PendingDelivery } from './billing-state.ts'

export interface WebhookSettings {
  /** The URL that receives webhooks. If empty, none are sent. */
  url: string
  secret: string
  /** Delay before the first retry, in milliseconds. It doubles with each retry. */
  firstRetryMs?: number
}

const answerWithinMs = 10_000
const longestWaitMs = 60_000
const giveUpAfterMs = 3 * 24 * 60 * 60 * 1_000
const mostAtOnce = 10
const tickMs = 250

/** Returns the signature header `t=…,v1=…`, an HMAC of the time and the body. */
export function signatureHeader(body: string, secret: string, at = Date.now()): string {
  const seconds = Math.floor(at / 1_000)
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${signature}`
}

/**
 * Sends each event immediately and retries it with exponential backoff for three days. Pending deliveries are stored, so
 * they survive a restart. The order of deliveries is not guaranteed.
 */
export class WebhookSender {
  readonly #file: JsonFile<BillingState>
  readonly #settings: WebhookSettings
  readonly #mayWork: () => boolean
  readonly #underWay = new Set<string>()
  readonly #stopped = new AbortController()
  #waiting: { eventIds: Set<string>; resolve: () => void }[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(file: JsonFile<BillingState>, settings: WebhookSettings, mayWork: () => boolean) {
    this.#file = file
    this.#settings = settings
    this.#mayWork = mayWork
  }

  start(): void {
    this.#timer = setInterval(() => this.#pump(), tickMs)
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#stopped.abort()
  }

  enqueue(eventId: string): void {
    if (this.#settings.url === '') return
    const now = Date.now()
    this.#file.value.deliveries[eventId] = { eventId, attempts: 0, firstAtMs: now, nextAtMs: now }
    this.#file.saveSoon()
    setImmediate(() => this.#pump())
  }

  /** @returns whether every delivery pending now was accepted within this many milliseconds */
  async settle(withinMs: number): Promise<boolean> {
    const eventIds = new Set(Object.keys(this.#file.value.deliveries))
    if (eventIds.size === 0) return true
    if (!this.#mayWork()) return false
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const waiter = { eventIds, resolve: () => resolve(true) }
    this.#waiting.push(waiter)
    const timer = setTimeout(() => resolve(false), withinMs)
    const isTaken = await promise
    clearTimeout(timer)
    this.#waiting = this.#waiting.filter((other) => other !== waiter)
    return isTaken
  }

  #pump(): void {
    if (this.#stopped.signal.aborted || !this.#mayWork()) return
    const now = Date.now()
    for (const delivery of Object.values(this.#file.value.deliveries)) {
      if (this.#underWay.size >= mostAtOnce) return
      if (delivery.nextAtMs > now || this.#underWay.has(delivery.eventId)) continue
      this.#underWay.add(delivery.eventId)
      void this.#deliver(delivery).finally(() => {
        this.#underWay.delete(delivery.eventId)
        setImmediate(() => this.#pump())
      })
    }
  }

  async #deliver(delivery: PendingDelivery): Promise<void> {
    const { eventId } = delivery
    const event = this.#file.value.events[eventId]
    if (event === undefined || (await this.#isTaken(JSON.stringify(event)))) {
      if (event) event.pending_webhooks = 0
      this.#finish(eventId)
      return
    }
    if (this.#stopped.signal.aborted) return
    const wait = (this.#settings.firstRetryMs ?? 1_000) * 2 ** delivery.attempts
    delivery.attempts += 1
    delivery.nextAtMs = Date.now() + Math.min(wait, longestWaitMs)
    if (Date.now() - delivery.firstAtMs > giveUpAfterMs) this.#finish(eventId)
    this.#file.saveSoon()
  }

  async #isTaken(body: string): Promise<boolean> {
    const { url, secret } = this.#settings
    try {
      const reply = await fetch(url, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signatureHeader(body, secret),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        redirect: 'manual',
        signal: AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(answerWithinMs)]),
      })
      await reply.body?.cancel()
      return reply.ok
    } catch {
      return false
    }
  }

  #finish(eventId: string): void {
    delete this.#file.value.deliveries[eventId]
    this.#file.saveSoon()
    for (const waiter of this.#waiting) {
      waiter.eventIds.delete(eventId)
      if (waiter.eventIds.size === 0) waiter.resolve()
    }
  }
}
