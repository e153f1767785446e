import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { JsonFile } from '../serving/json-file.ts'
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

/** The purpose of a checkout session, which Stripe's API doesn't show. */
export interface CheckoutOrder {
  priceId: string
  trialEnd: number | null
  metadata: Metadata
}

export interface PendingDelivery {
  eventId: string
  attempts: number
  /** Unix time in milliseconds. */
  firstAtMs: number
  nextAtMs: number
}

/** The stored state. The maps by id keep the order of creation. */
export interface BillingState {
  customers: Record<string, Customer>
  subscriptions: Record<string, Subscription>
  invoices: Record<string, Invoice>
  payment_methods: Record<string, PaymentMethod>
  setup_intents: Record<string, SetupIntent>
  checkout_sessions: Record<string, CheckoutSession>
  portal_sessions: Record<string, PortalSession>
  events: Record<string, StripeEvent>
  checkoutOrders: Record<string, CheckoutOrder>
  /** How far each customer's clock is moved from the real time, in seconds. */
  clockOffsets: Record<string, number>
  /** Payment methods that refuse every charge, with Stripe's error message. */
  refusingMethods: Record<string, string>
  /** Subscriptions for which `trial_will_end` was sent. */
  announcedTrials: Record<string, true>
  deliveries: Record<string, PendingDelivery>
  idempotency: Record<string, { fingerprint: string; status: number; body: object }>
}

function emptyState(): BillingState {
  return {
    customers: {},
    subscriptions: {},
    invoices: {},
    payment_methods: {},
    setup_intents: {},
    checkout_sessions: {},
    portal_sessions: {},
    events: {},
    checkoutOrders: {},
    clockOffsets: {},
    refusingMethods: {},
    announcedTrials: {},
    deliveries: {},
    idempotency: {},
  }
}

export function openBillingState(folder: string): JsonFile<BillingState> {
  return new JsonFile(join(folder, 'billing.json'), emptyState())
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
