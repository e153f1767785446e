import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Stripe } from 'stripe'
import { JsonFile } from '../serving/json-file.ts'
import { noSuch } from './stripe-error.ts'
import type {
  CheckoutSession,
  Customer,
  Invoice,
  Metadata,
  PaymentMethod,
  PortalSession,
  SetupIntent,
  StripeEvent,
  Subscription,
} from './stripe-objects.ts'
import type { Deliveries, WebhookSender } from './webhook-sender.ts'

export const daySeconds = 86_400

export const stripeVersion = '2026-10-28.endive'
const mostEvents = 5_000

const emptyState = {
  customers: {} as Record<string, Customer>,
  subscriptions: {} as Record<string, Subscription>,
  invoices: {} as Record<string, Invoice>,
  payment_methods: {} as Record<string, PaymentMethod>,
  setup_intents: {} as Record<string, SetupIntent>,
  checkout_sessions: {} as Record<string, CheckoutSession>,
  portal_sessions: {} as Record<string, PortalSession>,
  events: {} as Record<string, StripeEvent>,
  /** The purpose of each checkout session, which Stripe's API doesn't show. */
  checkoutOrders: {} as Record<string, { priceId: string; trialEnd: number | null; metadata: Metadata }>,
  /** How far each customer's clock is moved from the real time, in seconds. */
  clockOffsets: {} as Record<string, number>,
  /** Payment methods that refuse every charge, with Stripe's error message. */
  refusingMethods: {} as Record<string, string>,
  /** Subscriptions for which `trial_will_end` was sent. */
  announcedTrials: {} as Record<string, true>,
  deliveries: {} as Deliveries,
  idempotency: {} as Record<string, { fingerprint: string; body: unknown }>,
}

/** The stored state. The maps by id keep the order of creation. */
export type BillingState = typeof emptyState

export function openBillingState(folder: string): JsonFile<BillingState> {
  return new JsonFile(join(folder, 'billing.json'), structuredClone(emptyState))
}

/** Generates an id in Stripe's format: a prefix and random hexadecimal digits. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}

/** Removes the oldest entries until `most` are left. */
export function keepNewest(records: Record<string, unknown>, most: number): void {
  const ids = Object.keys(records)
  for (const id of ids.slice(0, Math.max(0, ids.length - most))) delete records[id]
}

/** The billing records, each customer's clock, and the event log. */
export class BillingLedger {
  readonly state: BillingState
  /** The public origin of the hosted pages. */
  origin = ''
  /** The API request that causes the events emitted now. */
  request: Stripe.Event.Request = { id: null, idempotency_key: null }
  /** Events emitted now are recorded, but cause no webhooks. */
  isSilent = false
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
      type: type as Stripe.Event.Type,
    }
    keepNewest(this.state.events, mostEvents)
    if (!this.isSilent) this.#sender.enqueue(id)
    this.changed()
  }

  changed(): void {
    this.#file.saveSoon()
  }

  /** Lists the customers that are not deleted, newest first. */
  customers(): Customer[] {
    return Object.values(this.state.customers)
      .filter(({ deleted }) => !deleted)
      .reverse()
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
    return this.customers().find((customer) => customer.email?.toLowerCase() === wanted)
  }
}

/** The dependencies of the pages and of the API for scripts. */
export interface BillingParts {
  ledger: BillingLedger
  sender: WebhookSender
}
