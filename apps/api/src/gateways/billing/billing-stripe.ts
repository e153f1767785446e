import { createHash } from 'node:crypto'
import { Stripe } from 'stripe'
import { ulid } from 'ulid'
import type { Config } from '../../config.ts'
import type {
  BillingEvent,
  BillingGateway,
  CustomerDetails,
  CustomerOwner,
  HostedPage,
  ProviderCustomer,
  ProviderInvoice,
  ProviderState,
} from './billing.ts'
import { BillingRefusedError, BillingUnavailableError, ForgedEventError } from './billing.ts'
import { invoiceOf, payOpenInvoices, unpaidSinceOf } from './billing-invoices.ts'
import {
  customerOf,
  hasDefaultMethod,
  idOf,
  isCharged,
  isLive,
  subjectOf,
  subscriptionThatCounts,
  unlessMissing,
} from './billing-objects.ts'
import { closeCheckouts, openCheckout } from './close-checkouts.ts'

const answerTimeoutMs = 5_000
/** Shorter, because a user waits for the page. */
const pageTimeoutMs = 2_500
/** Events that are 5 minutes old are refused. */
const eventToleranceSeconds = 299
const trialDays = 30
const mostListed = 100
const mostInvoicesShown = 24

function clientOf(config: Config): Stripe {
  const own = config.STRIPE_API_URL === '' ? undefined : new URL(config.STRIPE_API_URL)
  return new Stripe(config.STRIPE_SECRET_KEY || 'none', {
    ...(own
      ? {
          host: own.hostname,
          port: own.port || (own.protocol === 'https:' ? 443 : 80),
          protocol: own.protocol === 'https:' ? 'https' : 'http',
        }
      : {}),
    telemetry: false,
    timeout: answerTimeoutMs,
    maxNetworkRetries: 0,
  })
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** A random idempotency key, for requests that need no protection from repeats. */
const randomKey = () => ({ idempotencyKey: ulid() })

/** The billing gateway on Stripe's library. */
export class StripeBilling implements BillingGateway {
  readonly isConfigured: boolean
  readonly #config: Config
  readonly #stripe: Stripe

  constructor(config: Config) {
    this.isConfigured = config.STRIPE_SECRET_KEY !== ''
    this.#config = config
    this.#stripe = clientOf(config)
  }

  async #ask<T>(work: (stripe: Stripe) => Promise<T>): Promise<T> {
    if (!this.isConfigured) throw new BillingUnavailableError(new Error('no key is configured'))
    try {
      return await work(this.#stripe)
    } catch (error) {
      if (error instanceof BillingUnavailableError || error instanceof BillingRefusedError) throw error
      if (error instanceof Stripe.errors.StripeInvalidRequestError) throw new BillingRefusedError(error)
      throw new BillingUnavailableError(error)
    }
  }

  readCustomer(customerId: string): Promise<ProviderCustomer | undefined> {
    return this.#ask(async (stripe) => {
      const customer = await unlessMissing(stripe, stripe.customers.retrieve(customerId))
      return customer && customerOf(customer)
    })
  }

  findOrCreateCustomer({ userId, email, name, replaces = '' }: CustomerOwner): Promise<ProviderCustomer> {
    return this.#ask(async (stripe) => {
      const { data } = await stripe.customers.list({ email, limit: mostListed })
      const own = data.find(({ metadata }) => metadata.userId === userId)
      if (own) return { id: own.id, email: own.email, userId }
      const free = data.find(({ metadata }) => !metadata.userId)
      if (free) {
        await stripe.customers.update(
          free.id,
          { metadata: { userId } },
          { idempotencyKey: `adopt-${free.id}-${userId}` },
        )
        return { id: free.id, email: free.email, userId }
      }
      const made = await stripe.customers.create(
        { email, metadata: { userId }, ...(name === '' ? {} : { name }) },
        // A key that was used before would return the deleted customer again.
        { idempotencyKey: `customer-${userId}-${digest(`${email}\n${name}${replaces}`)}` },
      )
      return { id: made.id, email: made.email, userId }
    })
  }

  async changeEmail(customerId: string, email: string): Promise<void> {
    await this.#ask((stripe) => stripe.customers.update(customerId, { email }, randomKey()))
  }

  async saveDetails(customerId: string, details: CustomerDetails, savedAt: Date): Promise<void> {
    const idempotencyKey = `details-${customerId}-${savedAt.getTime()}`
    await this.#ask((stripe) => stripe.customers.update(customerId, { ...details }, { idempotencyKey }))
  }

  async startTrial(customerId: string, userId: string): Promise<void> {
    await this.#ask((stripe) =>
      stripe.subscriptions.create(
        {
          customer: customerId,
          items: [{ price: this.#config.STRIPE_TRIAL_PRICE }],
          trial_period_days: trialDays,
          trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
          metadata: { userId },
        },
        { idempotencyKey: `trial-${userId}-${customerId}-${this.#config.STRIPE_TRIAL_PRICE}` },
      ),
    )
  }

  readState(customerId: string, now: Date): Promise<ProviderState | undefined> {
    return this.#ask(async (stripe) => {
      const found = await unlessMissing(
        stripe,
        Promise.all([
          stripe.customers.retrieve(customerId),
          stripe.subscriptions.list({ customer: customerId, status: 'all', limit: mostListed }),
          stripe.invoices.list({ customer: customerId, limit: mostListed }),
        ]),
      )
      if (!found || found[0].deleted) return undefined
      const [customer, { data }, invoices] = found
      const subscription = subscriptionThatCounts(data, this.#config)
      const isOwnMethod = data.some(
        (one) => one.id === subscription?.id && one.default_payment_method !== null,
      )
      return {
        hasPaymentDetails: isOwnMethod || hasDefaultMethod(customer),
        subscription,
        unpaidSince: unpaidSinceOf(invoices.data, now),
        liveSubscriptionCount: data.filter(isCharged).length,
      }
    })
  }

  listInvoices(customerId: string, now: Date): Promise<ProviderInvoice[]> {
    return this.#ask(async (stripe) => {
      const page = { customer: customerId, limit: mostInvoicesShown }
      const found = await unlessMissing(stripe, stripe.invoices.list(page, { timeout: pageTimeoutMs }))
      return (found?.data ?? []).map((invoice) => invoiceOf(invoice, now))
    })
  }

  async endSubscriptions(customerId: string): Promise<void> {
    await this.#ask(async (stripe) => {
      const page = { customer: customerId, limit: mostListed }
      await unlessMissing(stripe, closeCheckouts(stripe, customerId))
      const found = await unlessMissing(stripe, stripe.subscriptions.list(page))
      for (const { id } of (found?.data ?? []).filter(isLive))
        await unlessMissing(stripe, stripe.subscriptions.cancel(id, {}, { idempotencyKey: `end-${id}` }))
    })
  }

  async closeCheckouts(customerId: string): Promise<void> {
    await this.#ask((stripe) => unlessMissing(stripe, closeCheckouts(stripe, customerId)))
  }

  openSetup({ customerId, doneUrl, backUrl }: HostedPage): Promise<string> {
    return this.#hosted((stripe) =>
      openCheckout(
        stripe,
        {
          mode: 'setup',
          customer: customerId,
          allowed_payment_method_types: ['card'],
          success_url: doneUrl,
          cancel_url: backUrl,
        },
        ulid(),
      ),
    )
  }

  openSubscribe({ customerId, userId, doneUrl, backUrl }: HostedPage & { userId: string }): Promise<string> {
    return this.#hosted((stripe) =>
      openCheckout(
        stripe,
        {
          mode: 'subscription',
          customer: customerId,
          line_items: [{ price: this.#config.STRIPE_MONTHLY_PRICE, quantity: 1 }],
          subscription_data: { metadata: { userId } },
          success_url: doneUrl,
          cancel_url: backUrl,
        },
        ulid(),
      ),
    )
  }

  openPortal({ customerId, backUrl }: { customerId: string; backUrl: string }): Promise<string> {
    return this.#hosted((stripe) =>
      stripe.billingPortal.sessions.create({ customer: customerId, return_url: backUrl }, randomKey()),
    )
  }

  #hosted(work: (stripe: Stripe) => Promise<{ url: string | null }>): Promise<string> {
    return this.#ask(async (stripe) => {
      const { url } = await work(stripe)
      if (url === null) throw new Error('the session has no URL')
      return url
    })
  }

  async adoptPaymentMethod(customerId: string, setupIntentId: string): Promise<void> {
    const adopt = async (stripe: Stripe) => {
      const setup = await stripe.setupIntents.retrieve(setupIntentId)
      const method = idOf(setup.payment_method)
      if (method === undefined || idOf(setup.customer) !== customerId) return
      await stripe.customers.update(
        customerId,
        { invoice_settings: { default_payment_method: method } },
        { idempotencyKey: `default-${setupIntentId}` },
      )
      await this.#sellMonthly(stripe, customerId, `method-${setupIntentId}`, method)
      await payOpenInvoices(stripe, customerId, setupIntentId)
    }
    await this.#ask((stripe) => unlessMissing(stripe, adopt(stripe)))
  }

  async continueAfterTrial(customerId: string): Promise<void> {
    await this.#ask((stripe) => unlessMissing(stripe, this.#sellMonthly(stripe, customerId, 'monthly')))
  }

  /**
   * Converts trials to the monthly subscription, without a charge before the trial ends. Also sets `method` on subscriptions
   * that have a separate payment method.
   */
  async #sellMonthly(stripe: Stripe, customerId: string, key: string, method?: string): Promise<void> {
    const { STRIPE_TRIAL_PRICE, STRIPE_MONTHLY_PRICE } = this.#config
    const { data } = await stripe.subscriptions.list({ customer: customerId, limit: mostListed })
    for (const { id, items, default_payment_method: own, trial_end } of data.filter(isLive)) {
      const item = items.data.find(({ price }) => price.id === STRIPE_TRIAL_PRICE)
      const change: Stripe.SubscriptionUpdateParams = {
        ...(item
          ? { items: [{ id: item.id, price: STRIPE_MONTHLY_PRICE }], proration_behavior: 'none' }
          : {}),
        ...(own !== null && method !== undefined ? { default_payment_method: method } : {}),
      }
      if (Object.keys(change).length === 0) continue
      await stripe.subscriptions.update(id, change, { idempotencyKey: `${key}-${id}-${trial_end}` })
    }
  }

  async readEvent(body: Uint8Array, signature: string | undefined, now: Date): Promise<BillingEvent> {
    const { webhooks } = this.#stripe
    try {
      const event = webhooks.constructEvent(
        Buffer.from(body),
        signature ?? '',
        this.#config.STRIPE_WEBHOOK_SECRET,
        eventToleranceSeconds,
        undefined,
        now.getTime(),
      )
      return subjectOf(event)
    } catch (error) {
      throw new ForgedEventError(error)
    }
  }
}
