import type { JsonFile } from '../serving/json-file.ts'
import { type BillingState, keepNewest, newId } from './billing-state.ts'
import { noSuch } from './stripe-error.ts'
import type { Customer } from './stripe-objects.ts'
import type { WebhookSender } from './webhook-sender.ts'

export const stripeVersion = '2026-10-28.endive'
const mostEvents = 5_000

/** The API request that caused the events emitted now. */
export interface RequestOrigin {
  id: string | null
  idempotency_key: string | null
}

/** The billing records, each customer's clock, and the event log. */
export class BillingLedger {
  readonly state: BillingState
  /** The public origin of the hosted pages. */
  origin = ''
  /** Set while a call is being handled. */
  request: RequestOrigin = { id: null, idempotency_key: null }
  readonly #file: JsonFile<BillingState>
  readonly #sender: WebhookSender

  constructor(file: JsonFile<BillingState>, sender: WebhookSender) {
    this.state = file.value
    this.#file = file
    this.#sender = sender
  }

  /** Returns Unix seconds, including the offset of the customer's clock. */
  now(customerId?: string): number {
    const offset = customerId === undefined ? 0 : (this.state.clockOffsets[customerId] ?? 0)
    return Math.floor(Date.now() / 1_000) + offset
  }

  /** Records an event with a snapshot of `subject` and enqueues its webhook. */
  emit(type: string, subject: object): void {
    const id = newId('evt')
    this.state.events[id] = {
      id,
      object: 'event',
      api_version: stripeVersion,
      created: this.now(),
      data: { object: structuredClone(subject) },
      livemode: false,
      pending_webhooks: 1,
      request: { ...this.request },
      type,
    }
    keepNewest(this.state.events, mostEvents)
    this.#sender.enqueue(id)
    this.changed()
  }

  changed(): void {
    this.#file.saveSoon()
  }

  /** Returns the customer. Throws Stripe's error if it doesn't exist or was deleted. */
  customer(id: string, param = 'customer'): Customer {
    const customer = this.state.customers[id]
    if (!customer || customer.deleted) throw noSuch('customer', id, param, param === 'id' ? 404 : 400)
    return customer
  }

  /** Returns the newest customer with this email address, ignoring case. */
  customerByEmail(email: string): Customer | undefined {
    const wanted = email.trim().toLowerCase()
    return Object.values(this.state.customers).findLast(
      (customer) => !customer.deleted && customer.email?.toLowerCase() === wanted,
    )
  }
}
