/** Billing details, the subscription, and the ways to the provider's pages (SPEC sections 2, 5, 7; RULES section 8). */
import { billing } from '@portal/contract/billing'
import { normalizeEmail } from '@portal/contract/text-rules'
import { BillingUnavailableError } from '../../gateways/billing.ts'
import type { Person } from '../../http/caller.ts'
import { billingPage } from '../../http/navigation.ts'
import { invalid, Refusal } from '../../http/refusal.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { updatePerson } from '../account/account-store.ts'
import { BillingIntegration } from './billing-integration.ts'
import {
  activeSubscriptionOf,
  billingDetailsOf,
  billingOverviewOf,
  detailsChange,
  hasOpenSubscription,
  invoiceBody,
  missingDetails,
} from './billing-rules.ts'
import type { BillingAccount } from './billing-store.ts'
import * as store from './billing-store.ts'
import { billingWebhook } from './billing-webhook.ts'
import { isGivenTime } from './unpaid-store.ts'

type Customer = BillingAccount & { customerId: string }

/** The provider's absence as the refusal that is sent for it. */
export function unavailable(error: unknown): unknown {
  if (!(error instanceof BillingUnavailableError)) return error
  return new Refusal('BillingUnavailable', 'The billing provider does not answer. Try again soon.', {
    cause: error,
  })
}

export function billingRoutes(server: Server, services: Services): void {
  const { config, database, jobs, now } = services
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
      throw invalid('email', 'The email cannot be changed here')
    const change = detailsChange(body)
    const { firstName, lastName } = change
    const names = { ...(firstName && { firstName }), ...(lastName && { lastName }) }
    const saved = await database.transaction(async (tx) => {
      // Every transaction locks billing before the person, so that two of them cannot deadlock.
      const account = await store.saveDetails(tx, person, change, now())
      const issues = missingDetails(account)
      if (issues[0]) throw new Refusal('ValidationError', issues[0].message, { issues })
      await updatePerson(tx, person.id, names)
      if (gateway.isConfigured) await jobs.send(tx, 'billing.push-details', { userId: person.id })
      return account
    })
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
      isOver || (await isGivenTime(db, person.id)) ? 0 : config.SUSPEND_UNPAID_AFTER_DAYS
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
    const userId = caller.person.id
    const account = await store.findBilling(db, userId)
    const isDone = account?.customerId && account.subscriptionId
    if (gateway.isConfigured && !isDone)
      await database.transaction((tx) => jobs.send(tx, 'billing.integrate', { userId }))
    return undefined
  })

  /** The customer, made now where it is missing. */
  async function customerOf(person: Person): Promise<Customer> {
    const known = await store.findBilling(db, person.id)
    const account = known?.customerId ? known : await integration.integrate(person.id)
    const customerId = account?.customerId
    if (!account || !customerId) throw new BillingUnavailableError()
    return { ...account, customerId }
  }

  /** Leads to a page of the provider, or back to ours with the reason. */
  async function lead(person: Person, open: (customer: Customer) => Promise<string>): Promise<string> {
    if (!gateway.isConfigured) return billingPage(config, person, 'not-configured')
    try {
      return await open(await customerOf(person))
    } catch (error) {
      throw unavailable(error)
    }
  }

  server.serve(billing.checkout, async ({ caller: { person } }) =>
    lead(person, (account) => {
      const backUrl = billingPage(config, person)
      const page = { customerId: account.customerId, backUrl, doneUrl: `${backUrl}?checkout=done` }
      return hasOpenSubscription(account)
        ? gateway.openSetup(page)
        : gateway.openSubscribe({ ...page, userId: person.id })
    }),
  )

  server.serve(billing.portal, async ({ caller: { person } }) =>
    lead(person, ({ customerId }) =>
      gateway.openPortal({ customerId, backUrl: billingPage(config, person) }),
    ),
  )

  billingWebhook(server, services, integration)
}
