import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JsonFile } from '../serving/json-file.ts'

interface PendingDelivery {
  attempts: number
  /** Unix time in milliseconds. */
  firstAtMs: number
  nextAtMs: number
}

/** The pending deliveries by the ids of their events. */
export type Deliveries = Record<string, PendingDelivery>

interface WebhookState {
  deliveries: Deliveries
  events: Record<string, { pending_webhooks: number }>
}

interface WebhookSettings {
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
const settleWithinMs = 15_000
const settleTickMs = 5

/** Returns the signature header `t=…,v1=…`, an HMAC of the time and the body. */
function signatureHeader(body: string, secret: string): string {
  const seconds = Math.floor(Date.now() / 1_000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

/**
 * Sends each event immediately and retries it with exponential backoff for three days. Pending deliveries are stored, so
 * they survive a restart. The order of deliveries is not guaranteed.
 */
export class WebhookSender {
  readonly #file: JsonFile<WebhookState>
  readonly #settings: WebhookSettings
  readonly #mayWork: () => boolean
  readonly #underWay = new Set<string>()
  readonly #stopped = new AbortController()
  #timer: NodeJS.Timeout | undefined

  constructor(file: JsonFile<WebhookState>, settings: WebhookSettings, mayWork: () => boolean) {
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
    this.#file.value.deliveries[eventId] = { attempts: 0, firstAtMs: now, nextAtMs: now }
    setImmediate(() => this.#pump())
  }

  /** @returns whether every delivery pending now was accepted within 15 seconds */
  async settle(): Promise<boolean> {
    const { deliveries } = this.#file.value
    const pending = Object.keys(deliveries)
    const endsAt = Date.now() + settleWithinMs
    while (pending.some((eventId) => deliveries[eventId])) {
      if (!this.#mayWork() || this.#stopped.signal.aborted || Date.now() >= endsAt) return false
      await sleep(settleTickMs)
    }
    return true
  }

  #pump(): void {
    if (this.#stopped.signal.aborted || !this.#mayWork()) return
    for (const [eventId, delivery] of Object.entries(this.#file.value.deliveries)) {
      if (this.#underWay.size >= mostAtOnce) return
      if (delivery.nextAtMs > Date.now() || this.#underWay.has(eventId)) continue
      this.#underWay.add(eventId)
      void this.#deliver(eventId, delivery).finally(() => {
        this.#underWay.delete(eventId)
        setImmediate(() => this.#pump())
      })
    }
  }

  async #deliver(eventId: string, delivery: PendingDelivery): Promise<void> {
    const { deliveries, events } = this.#file.value
    const event = events[eventId]
    const isTaken = event === undefined || (await this.#send(JSON.stringify(event)))
    if (this.#stopped.signal.aborted && !isTaken) return
    if (isTaken && event) event.pending_webhooks = 0
    if (isTaken || Date.now() - delivery.firstAtMs > giveUpAfterMs) delete deliveries[eventId]
    const wait = (this.#settings.firstRetryMs ?? 1_000) * 2 ** delivery.attempts
    delivery.attempts += 1
    delivery.nextAtMs = Date.now() + Math.min(wait, longestWaitMs)
    this.#file.saveSoon()
  }

  async #send(body: string): Promise<boolean> {
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
}
