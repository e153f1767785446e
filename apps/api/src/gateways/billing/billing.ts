/**
 * The interface to the billing provider: customers, subscriptions, hosted pages and signed events. Every write has an
 * idempotency key, so that a retry is a no-op. See docs/product/billing.md#integration.
 */
/** The user whom a customer belongs to. */
export interface CustomerOwner {
  userId: string
  email: string
  name: string
  /** The user's previous customer, which was deleted at the provider. */
  replaces?: string | undefined
}

export interface ProviderCustomer {
  id: string
  email: string | null
  /** The user id in the customer's metadata. */
  userId: string | null
}

/** The billing details that are stored at the provider. */
export interface CustomerDetails {
  name: string
  phone: string
  address: {
    line1: string
    line2: string
    postal_code: string
    city: string
    state: string
    country: string
  }
  metadata: Record<string, string>
}

/** The user's most relevant subscription, with the fields of the tier card. */
export interface ProviderSubscription {
  id: string
  status: string
  planCode: string
  isTrial: boolean
  /** When the trial or the canceled subscription ends. Null for an ongoing subscription. */
  endingAt: Date | null
  /** Canceled by the user, or by staff in the provider's dashboard. */
  isCanceled: boolean
  isFreeTierExceeded: boolean
}

export interface ProviderState {
  hasPaymentDetails: boolean
  /** May have ended. Null if there has never been a subscription. */
  subscription: ProviderSubscription | null
  /** When the oldest unpaid invoice became due. Null if nothing is owed. */
  unpaidSince: Date | null
  /** Subscriptions that are charged, or will be. More than one is a mistake. */
  liveSubscriptionCount: number
}

export interface ProviderInvoice {
  id: string
  number: string | null
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void'
  /** In the currency's smallest unit. */
  total: number
  /** What is left to pay. */
  amountDue: number
  /** ISO 4217, upper case. */
  currency: string
  createdAt: Date
  dueAt: Date | null
  isOverdue: boolean
  pdfUrl: string | null
  /** The provider's payment page. Null if nothing is owed. */
  paymentUrl: string | null
}

/** The used parts of a signed event. */
export interface BillingEvent {
  id: string
  type: string
  /** The customer that the event is about. Undefined for unrelated events. */
  customerId: string | undefined
  /** Set if the customer added a payment method with this setup intent. */
  setupIntentId: string | undefined
  isTrialEnding: boolean
  isCheckoutCompleted: boolean
}

export interface HostedPage {
  customerId: string
  /** The URLs that the provider's page redirects to when the user finishes or cancels. */
  doneUrl: string
  backUrl: string
}

/** The provider was unavailable, too busy, or refused our credentials. */
export class BillingUnavailableError extends Error {
  constructor(cause?: unknown) {
    super('The billing provider did not answer', { cause })
    this.name = 'BillingUnavailableError'
  }
}

/** The provider refused the request. It would refuse it again, so this is a mistake of ours and not an outage. */
export class BillingRefusedError extends Error {
  constructor(cause: Error) {
    super(`The billing provider refused the request: ${cause.message}`, { cause })
    this.name = 'BillingRefusedError'
  }
}

/** An event with an invalid or too old signature. */
export class ForgedEventError extends Error {
  constructor(cause?: unknown) {
    super('The event is too old or not signed by the billing provider', { cause })
    this.name = 'ForgedEventError'
  }
}

/** Every method except `readEvent` may throw `BillingUnavailableError` or `BillingRefusedError`. */
export interface BillingGateway {
  /** False without an API key. Then the methods below must not be called. */
  readonly isConfigured: boolean
  /** Returns undefined for an unknown or deleted customer. */
  readCustomer(customerId: string): Promise<ProviderCustomer | undefined>
  /** Returns the user's customer, else adopts a customer with the same email address and no user, else creates one. */
  findOrCreateCustomer(owner: CustomerOwner): Promise<ProviderCustomer>
  changeEmail(customerId: string, email: string): Promise<void>
  /** @param savedAt identifies this save for the idempotency key */
  saveDetails(customerId: string, details: CustomerDetails, savedAt: Date): Promise<void>
  /** Starts the 30-day trial, which is canceled at its end if there is no payment method. */
  startTrial(customerId: string, userId: string): Promise<void>
  /** Returns the current state, or undefined for an unknown or deleted customer. */
  readState(customerId: string, now: Date): Promise<ProviderState | undefined>
  /** Returns the 24 newest invoices, newest first. Times out within three seconds, because a user waits for the page. */
  listInvoices(customerId: string, now: Date): Promise<ProviderInvoice[]>
  /**
   * Ends every subscription immediately, without a charge or refund, and closes the checkout pages that are still open.
   * Idempotent.
   */
  endSubscriptions(customerId: string): Promise<void>
  /** Expires the checkout pages that are open in other tabs, so that none of them can be completed as well. */
  closeCheckouts(customerId: string): Promise<void>
  /** Returns the URL of the page that adds a payment method without a charge. A customer has at most one open page. */
  openSetup(page: HostedPage): Promise<string>
  /** Returns the URL of the page that starts the monthly subscription. A customer has at most one open page. */
  openSubscribe(page: HostedPage & { userId: string }): Promise<string>
  /** Returns the URL of the customer portal. */
  openPortal(page: { customerId: string; backUrl: string }): Promise<string>
  /** Converts the trial to the monthly subscription. */
  continueAfterTrial(customerId: string): Promise<void>
  /** Makes the payment method of this setup intent the default, charges open invoices to it and converts a trial. */
  adoptPaymentMethod(customerId: string, setupIntentId: string): Promise<void>
  /** Verifies an event without a network request. Throws `ForgedEventError`. */
  readEvent(body: Uint8Array, signature: string | undefined, now: Date): Promise<BillingEvent>
}
