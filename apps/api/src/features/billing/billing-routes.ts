/** Billing details, the subscription, and redirects to the provider's pages. See docs/product/billing.md#the-page. */
import { billing } from '@portal/contract/billing/billing'
import type { ErrorType } from '@portal/contract/errors'
import { normalizeEmail } from '@portal/contract/text/text-rules'
import { BillingUnavailableError } from '../../gateways/billing/billing.ts'
import type { Person } from '../../guard/caller.ts'
import type { ProblemPage } from '../../http/errors/errors.ts'
import { invalid, Refusal } from '../../http/errors/refusal.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { updatePerson } from '../account/account-store.ts'
import { activeSubscriptionOf, billingOverviewOf, invoiceBody } from './billing-body.ts'
import { BillingIntegration } from './billing-integration-actions.ts'
import { billingDetailsOf, collectsOnlyPaymentMethod, detailsChange, namesChange } from './billing-rules.ts'
import * as store from './billing-store.ts'
import { billingWebhook } from './billing-webhook.ts'
import { hasExtraTime, isSuspendedUnpaid } from './unpaid-store.ts'

type Customer = store.BillingAccount & { customerId: string }

/** Maps an unavailable provider to the `BillingUnavailable` refusal. Returns any other error unchanged. */
function unavailable(error: unknown): unknown {
  if (!(error instanceof BillingUnavailableError)) return error
  return new Refusal('BillingUnavailable', 'Billing is unavailable. Try again in a few minutes.', {
    cause: error,
  })
}

/** Why a page of the billing provider did not open. The portal's billing page explains each reason. */
type BillingProblem = 'unavailable' | 'not-configured' | 'too-many' | 'failed'

const problems: Partial<Record<ErrorType, BillingProblem>> = {
  BillingUnavailable: 'unavailable',
  TooManyRequests: 'too-many',
  InternalError: 'failed',
}

/** Returns the path of the billing page, or of the suspension notice for a suspended user. */
function pagePath(person: Person | undefined, problem?: BillingProblem): string {
  const page = person?.suspendedAt ? '/suspension-notice' : '/billing'
  return problem === undefined ? page : `${page}?problem=${problem}`
}

const problemPage: ProblemPage = ({ type, status }, { caller }) => {
  const isElsewhere = status === 401 || ['NotFound', 'NotAllowed', 'ValidationError'].includes(type)
  return problems[type] || isElsewhere ? pagePath(caller?.person, problems[type]) : undefined
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
      throw invalid('email', "Your email is managed by your sign-in provider and can't be changed here")
    const account = await store.findBilling(db, person.id)
    const stored = billingDetailsOf(person, account, config)
    const change = detailsChange(body, stored, account)
    return database.transaction(async (tx) => {
      // Locks billing before the user, like every other transaction, to avoid deadlocks.
      const saved = await store.saveDetails(tx, person.id, change, now())
      await updatePerson(tx, person.id, namesChange(body, stored))
      if (gateway.isConfigured) await jobs.send(tx, 'billing.push-details', { userId: person.id })
      return { billingDetails: billingDetailsOf(person, saved, config) }
    })
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
    const isSuspended = person.suspendedAt !== null
    const isOver = !account?.unpaidSince || isSuspended
    const suspendAfterDays =
      isOver || (await hasExtraTime(db, person.id)) ? 0 : config.SUSPEND_UNPAID_AFTER_DAYS
    const isReactivatedByPayment = isSuspended && (await isSuspendedUnpaid(db, person.id))
    const { isConfigured } = gateway
    const facts = { isConfigured, suspendAfterDays, isReactivatedByPayment }
    return { billingOverview: billingOverviewOf(account, facts) }
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

  // The job creates the user's customer and subscription at the provider.
  server.serve(billing.createIntegration, async ({ caller }) => {
    const { id: userId } = caller.person
    const account = await store.findBilling(db, userId)
    const isDone = account?.customerId && account.subscriptionId
    if (gateway.isConfigured && !isDone)
      await database.transaction((tx) => jobs.send(tx, 'billing.integrate', { userId }))
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
  async function openPage(
    person: Person,
    open: (customer: Customer, backUrl: string) => Promise<string>,
  ): Promise<string> {
    if (!gateway.isConfigured) return `${config.PORTAL_URL}${pagePath(person, 'not-configured')}`
    try {
      return await open(await customerOf(person), `${config.PORTAL_URL}${pagePath(person)}`)
    } catch (error) {
      throw unavailable(error)
    }
  }

  server.serve(
    billing.checkout,
    async ({ caller: { person } }) =>
      openPage(person, (account, backUrl) => {
        const page = { customerId: account.customerId, backUrl, doneUrl: `${backUrl}?checkout=done` }
        return collectsOnlyPaymentMethod(person, account)
          ? gateway.openSetup(page)
          : gateway.openSubscribe({ ...page, userId: person.id })
      }),
    problemPage,
  )

  server.serve(
    billing.portal,
    async ({ caller: { person } }) =>
      openPage(person, ({ customerId }, backUrl) => gateway.openPortal({ customerId, backUrl })),
    problemPage,
  )

  billingWebhook(server, services, integration)
}
