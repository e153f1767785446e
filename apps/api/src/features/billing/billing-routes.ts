/** Billing details, the subscription, and redirects to the provider's pages. See docs/product/billing.md#the-page. */
import { billing } from '@portal/contract/billing/billing'
import { normalizeEmail } from '@portal/contract/text/text-rules'
import { BillingUnavailableError } from '../../gateways/billing/billing.ts'
import type { Person } from '../../guard/caller.ts'
import { invalid, Refusal } from '../../http/errors/refusal.ts'
import { billingPage } from '../../http/navigation.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { requestIntegration, saveBillingDetails } from './billing-actions.ts'
import { activeSubscriptionOf, billingOverviewOf, invoiceBody } from './billing-body.ts'
import { BillingIntegration } from './billing-integration-actions.ts'
import { billingDetailsOf, hasOpenSubscription } from './billing-rules.ts'
import type { BillingAccount } from './billing-store.ts'
import * as store from './billing-store.ts'
import { billingWebhook } from './billing-webhook.ts'
import { hasExtraTime } from './unpaid-store.ts'

type Customer = BillingAccount & { customerId: string }

/** Maps an unavailable provider to the `BillingUnavailable` refusal. Returns any other error unchanged. */
export function unavailable(error: unknown): unknown {
  if (!(error instanceof BillingUnavailableError)) return error
  return new Refusal('BillingUnavailable', 'Billing is unavailable. Try again in a few minutes.', {
    cause: error,
  })
}

export function billingRoutes(server: Server, services: Services): void {
  const { config, database, now } = services
  const gateway = services.billing
  const integration = new BillingIntegration(services)
  const db = database.orm

  server.serve(billing.readDetails, async ({ caller }) => {
    const account = await store.findBilling(db, caller.person.id)
    return { billingDetails: billingDetailsOf(caller.person, account, config) }
  })

  server.serve(billing.saveDetails, async ({ body, caller }) => {
    const { person } = caller
    if (body.email !== undefined && normalizeEmail(body.email) !== normalizeEmail(person.email))
      throw invalid('email', "Your email is managed by your sign-in provider and can't be changed here")
    const saved = await saveBillingDetails(services, person, body)
    return { billingDetails: billingDetailsOf(person, saved, config) }
  })

  server.serve(billing.activeSubscription, async ({ caller }) => ({
    activeSubscription: activeSubscriptionOf(await store.findBilling(db, caller.person.id)),
  }))

  server.serve(billing.hasDetails, async ({ caller }) => {
    const account = await store.findBilling(db, caller.person.id)
    return { paymentDetailsSet: account?.hasPaymentDetails ?? false }
  })

  server.serve(billing.overview, async ({ caller: { person } }) => {
    const account = await store.findBilling(db, person.id)
    const isOver = !account?.unpaidSince || person.suspendedAt !== null
    const suspendAfterDays =
      isOver || (await hasExtraTime(db, person.id)) ? 0 : config.SUSPEND_UNPAID_AFTER_DAYS
    const { isConfigured } = gateway
    return { billingOverview: billingOverviewOf(account, { isConfigured, suspendAfterDays }) }
  })

  server.serve(billing.listInvoices, async ({ caller }) => {
    const account = gateway.isConfigured ? await store.findBilling(db, caller.person.id) : undefined
    if (!account?.customerId) return { invoices: [] }
    try {
      const invoices = await gateway.listInvoices(account.customerId, now())
      return { invoices: invoices.map(invoiceBody) }
    } catch (error) {
      throw unavailable(error)
    }
  })

  server.serve(billing.createIntegration, async ({ caller }) => {
    await requestIntegration(services, caller.person.id)
    return undefined
  })

  /**
   * Returns the user's customer in its current state at the provider, because the stored one may be older than a checkout in
   * another tab. Creates the customer if it is missing, or was deleted at the provider.
   */
  async function customerOf(person: Person): Promise<Customer> {
    const account = await integration.integrate(person.id)
    const customerId = account?.customerId
    if (!account || !customerId) throw new BillingUnavailableError()
    return { ...account, customerId }
  }

  /** Returns the URL of a page of the provider, or of the billing page with the reason when there is none. */
  async function openPage(person: Person, open: (customer: Customer) => Promise<string>): Promise<string> {
    if (!gateway.isConfigured) return billingPage(config, person, 'not-configured')
    try {
      return await open(await customerOf(person))
    } catch (error) {
      throw unavailable(error)
    }
  }

  server.serve(billing.checkout, async ({ caller: { person } }) =>
    openPage(person, (account) => {
      const backUrl = billingPage(config, person)
      const page = { customerId: account.customerId, backUrl, doneUrl: `${backUrl}?checkout=done` }
      return hasOpenSubscription(account)
        ? gateway.openSetup(page)
        : gateway.openSubscribe({ ...page, userId: person.id })
    }),
  )

  server.serve(billing.portal, async ({ caller: { person } }) =>
    openPage(person, ({ customerId }) =>
      gateway.openPortal({ customerId, backUrl: billingPage(config, person) }),
    ),
  )

  billingWebhook(server, services, integration)
}
