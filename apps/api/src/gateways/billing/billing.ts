/**
 * The billing provider: customers, the trial and the monthly subscription, its hosted pages, its signed events
 * (RULES section 8). Every write carries an idempotency key, so that what is tried again is done once.
 */
/** Whose customer it is at the provider. */
export interface CustomerOwner {
  userId: string
  email: string
  name: string
}

export interface ProviderCustomer {
  id: string
  email: string | null
  /** The person that the customer is marked with. */
  userId: string | null
}

/** What the provider keeps of the billing details. */
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

/** The subscription that counts, with the fields of the tier card (SPEC section 3). */
export interface ProviderSubscription {
  id: string
  status: string
  planCode: string
  isTrial: boolean
  /** When the trial, or the subscription, ends; null while it goes on. */
  endingAt: Date | null
  /** Told to end for good, by the person or by staff at the provider. */
  isCanceled: boolean
  isFreeTierExceeded: boolean
}

export interface ProviderState {
  hasPaymentDetails: boolean
  /** Ended ones included; null where there has never been any. */
  subscription: ProviderSubscription | null
  /** Since when the oldest invoice that is due is unpaid; null while nothing is owed. */
  unpaidSince: Date | null
}

export interface ProviderInvoice {
  id: string
  number: string | null
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void'
  /** In the currency's smallest unit. */
  total: number
  /** ISO 4217, upper case. */
  currency: string
  createdAt: Date
  dueAt: Date | null
  isOverdue: boolean
  pdfUrl: string | null
  /** The provider's page that takes the payment; null where none is owed. */
  paymentUrl: string | null
}

/** A signed event, as far as it matters here. */
export interface BillingEvent {
  id: string
  type: string
  /** The customer it is about; undefined for events about nothing of ours. */
  customerId: string | undefined
  /** A payment method was left for later charges by this set-up. */
  setupIntentId: string | undefined
  /** A trial is about to end. */
  isTrialEnding: boolean
}

export interface HostedPage {
  customerId: string
  /** Where the provider's page leads when it is done or left. */
  doneUrl: string
  backUrl: string
}

/** The provider did not answer, or refused what we sent. */
export class BillingUnavailableError extends Error {
  constructor(cause?: unknown) {
    super('The billing provider did not answer', { cause })
    this.name = 'BillingUnavailableError'
  }
}

/** An event that the provider did not sign, or too long ago. */
export class ForgedEventError extends Error {
  constructor(cause?: unknown) {
    super('The event is not signed by the billing provider, or too old', { cause })
    this.name = 'ForgedEventError'
  }
}

/** Each method but `readEvent` throws `BillingUnavailableError`. */
export interface BillingGateway {
  /** Without a key nothing is billed, and nothing below is asked. */
  readonly isConfigured: boolean
  /** Undefined when there is none, or no more. */
  readCustomer(customerId: string): Promise<ProviderCustomer | undefined>
  /** The customer of this person, else one of the same address that is nobody's, else a new one. */
  findOrCreateCustomer(owner: CustomerOwner): Promise<ProviderCustomer>
  changeEmail(customerId: string, email: string): Promise<void>
  /** @param savedAt tells one saving of the details from the next */
  saveDetails(customerId: string, details: CustomerDetails, savedAt: Date): Promise<void>
  /** Begins the trial of 30 days, which ends by itself when no payment method comes. */
  startTrial(customerId: string, userId: string): Promise<void>
  /** What is true now; undefined when the customer is no more. */
  readState(customerId: string, now: Date): Promise<ProviderState | undefined>
  /** The newest first, at most 24. Answers, or throws, within three seconds: a page waits for it. */
  listInvoices(customerId: string, now: Date): Promise<ProviderInvoice[]>
  /** Ends every subscription at once; nothing is charged or paid back. May be repeated. */
  endSubscriptions(customerId: string): Promise<void>
  /** The page that takes a payment method, charging nothing. */
  openSetup(page: HostedPage): Promise<string>
  /** The page that begins the monthly subscription. */
  openSubscribe(page: HostedPage & { userId: string }): Promise<string>
  /** The customer's own pages at the provider. */
  openPortal(page: { customerId: string; backUrl: string }): Promise<string>
  /** Has a trial that is about to end go on as the monthly subscription. */
  continueAfterTrial(customerId: string): Promise<void>
  /** Charges what is due, and the subscription after the trial, to the payment method of this set-up from now on. */
  adoptPaymentMethod(customerId: string, setupIntentId: string): Promise<void>
  /** Asks nobody. Throws `ForgedEventError`. */
  readEvent(body: Uint8Array, signature: string | undefined, now: Date): Promise<BillingEvent>
}
