/** An in-memory billing provider, for tests of how the API handles its responses. */
import { dayMs } from '@portal/contract/durations'
import type {
  BillingEvent,
  BillingGateway,
  CustomerDetails,
  CustomerOwner,
  ProviderCustomer,
  ProviderInvoice,
  ProviderState,
  ProviderSubscription,
} from '../gateways/billing/billing.ts'
import { BillingUnavailableError, ForgedEventError } from '../gateways/billing/billing.ts'

interface Held extends ProviderCustomer {
  state: ProviderState
}

/** The only valid webhook signature. Events are plain JSON. */
export const fakeSignature = 'signed'

export class FakeBilling implements BillingGateway {
  isConfigured = true
  isAway = false
  /** Awaited before each response. */
  delay: () => Promise<void> = async () => {}
  readonly customers = new Map<string, Held>()
  /** All writes, in order. */
  readonly writes: { name: string; customerId: string; data?: unknown }[] = []
  /** The invoices of every customer. */
  invoices: ProviderInvoice[] = []
  reads = 0

  reset(): void {
    this.isConfigured = true
    this.isAway = false
    this.delay = async () => {}
    this.customers.clear()
    this.writes.length = 0
    this.invoices = []
    this.reads = 0
  }

  /** Adds a customer. */
  add(customer: ProviderCustomer, subscription: Partial<ProviderSubscription> | null = null): Held {
    const state: ProviderState = {
      hasPaymentDetails: false,
      subscription: null,
      unpaidSince: null,
      liveSubscriptionCount: 0,
    }
    const held = { ...customer, state }
    if (subscription) held.state.subscription = subscriptionOf(subscription)
    this.customers.set(customer.id, held)
    return held
  }

  /** Changes a customer's subscription and whether it has payment details. */
  change(customerId: string, subscription: Partial<ProviderSubscription>, hasPaymentDetails = false): void {
    const held = this.customers.get(customerId)
    if (held) held.state = { ...held.state, hasPaymentDetails, subscription: subscriptionOf(subscription) }
  }

  /** Sets the date since which a customer has unpaid invoices, or null if there are none. */
  owe(customerId: string, unpaidSince: Date | null): void {
    const held = this.customers.get(customerId)
    if (held) held.state.unpaidSince = unpaidSince
  }

  async #answer(): Promise<void> {
    await this.delay()
    if (this.isAway) throw new BillingUnavailableError()
  }

  async readCustomer(customerId: string) {
    await this.#answer()
    return this.customers.get(customerId)
  }

  async findOrCreateCustomer({ userId, email }: CustomerOwner) {
    await this.#answer()
    const all = [...this.customers.values()].filter((customer) => customer.email === email)
    const known = all.find((one) => one.userId === userId) ?? all.find((one) => one.userId === null)
    if (known) {
      known.userId = userId
      return known
    }
    const id = `cus_${userId}`
    this.writes.push({ name: 'customer', customerId: id })
    return this.add({ id, email, userId })
  }

  async changeEmail(customerId: string, email: string) {
    await this.#answer()
    this.writes.push({ name: 'email', customerId, data: email })
    const held = this.customers.get(customerId)
    if (held) held.email = email
  }

  async saveDetails(customerId: string, details: CustomerDetails) {
    await this.#answer()
    this.writes.push({ name: 'details', customerId, data: details })
  }

  async startTrial(customerId: string) {
    await this.#answer()
    const held = this.customers.get(customerId)
    if (!held || held.state.subscription) return
    this.writes.push({ name: 'trial', customerId })
    const endingAt = new Date(Date.now() + 30 * dayMs)
    held.state.subscription = subscriptionOf({
      status: 'trialing',
      planCode: 'trial',
      isTrial: true,
      endingAt,
    })
  }

  async readState(customerId: string) {
    this.reads += 1
    const state = structuredClone(this.customers.get(customerId)?.state)
    await this.#answer()
    return state
  }

  async listInvoices() {
    await this.#answer()
    return this.invoices
  }

  async endSubscriptions(customerId: string) {
    await this.#answer()
    this.writes.push({ name: 'end', customerId })
    const subscription = this.customers.get(customerId)?.state.subscription
    if (subscription) Object.assign(subscription, { status: 'canceled', isTrial: false })
  }

  async closeCheckouts(customerId: string) {
    await this.#answer()
    this.writes.push({ name: 'close', customerId })
  }

  async openSetup({ customerId }: { customerId: string }) {
    await this.#answer()
    return `https://billing.example/setup?customer=${customerId}`
  }

  async openSubscribe({ customerId }: { customerId: string }) {
    await this.#answer()
    return `https://billing.example/subscribe?customer=${customerId}`
  }

  async openPortal({ customerId }: { customerId: string }) {
    await this.#answer()
    return `https://billing.example/portal?customer=${customerId}`
  }

  async adoptPaymentMethod(customerId: string, setupIntentId: string) {
    await this.#answer()
    this.writes.push({ name: 'method', customerId, data: setupIntentId })
    const held = this.customers.get(customerId)
    if (held) held.state.hasPaymentDetails = true
  }

  async continueAfterTrial(customerId: string) {
    await this.#answer()
    this.writes.push({ name: 'monthly', customerId })
  }

  async readEvent(body: Uint8Array, signature: string | undefined): Promise<BillingEvent> {
    if (signature !== fakeSignature) throw new ForgedEventError()
    return JSON.parse(Buffer.from(body).toString()) as BillingEvent
  }
}

function subscriptionOf(given: Partial<ProviderSubscription>): ProviderSubscription {
  return {
    id: 'sub_1',
    status: 'active',
    planCode: 'monthly',
    isTrial: false,
    endingAt: null,
    isCanceled: false,
    isFreeTierExceeded: false,
    ...given,
  }
}
