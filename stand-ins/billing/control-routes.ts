/** The API for scripts, which manages customers, their plans and their clocks. */
import type { FastifyInstance } from 'fastify'
import { rawField } from '../serving/form-field.ts'
import { refuse } from '../serving/json-body.ts'
import type { BillingLedger } from './billing-ledger.ts'
import { type PlanName, planNames } from './catalog.ts'
import { type CustomerHistory, makeCustomerWithHistory } from './customer-history.ts'
import { createCustomer, methodsOf } from './customers.ts'
import { invoicesOf } from './invoices.ts'
import { putOnPlan } from './plan-change.ts'
import type { Customer } from './stripe-objects.ts'
import { advanceClock } from './subscription-clock.ts'
import { liveSubscriptions } from './subscriptions.ts'
import type { WebhookSender } from './webhook-sender.ts'

/** How long a call waits for the product to accept the webhooks. */
const webhookWaitMs = 15_000
const mostDays = 3_660

/** Returns a customer with its subscriptions, invoices and payment methods. */
export function customerSummary(ledger: BillingLedger, customer: Customer) {
  return {
    ...customer,
    now: new Date(ledger.now(customer.id) * 1_000).toISOString(),
    subscriptions: liveSubscriptions(ledger, customer.id),
    invoices: invoicesOf(ledger, customer.id),
    paymentMethods: methodsOf(ledger, customer.id),
  }
}

function readPlan(value: string): PlanName | undefined {
  return planNames.find((name) => name === value)
}

/** @param silentLedger the same records, whose changes send no webhooks */
export function registerControlRoutes(
  app: FastifyInstance,
  {
    ledger,
    silentLedger,
    sender,
  }: { ledger: BillingLedger; silentLedger: BillingLedger; sender: WebhookSender },
): void {
  type Route = { Params: { email: string } }
  const summary = async (customer: Customer) => ({
    ...customerSummary(ledger, customer),
    isWebhookTaken: await sender.settle(webhookWaitMs),
  })

  app.get('/api/customers', async () =>
    Object.values(ledger.state.customers)
      .filter(({ deleted }) => !deleted)
      .reverse()
      .map((customer) => customerSummary(ledger, customer)),
  )

  app.get<Route>('/api/customers/:email', async ({ params }, reply) => {
    const customer = ledger.customerByEmail(params.email)
    return customer
      ? customerSummary(ledger, customer)
      : refuse(reply, 404, 'NotFound', 'The customer does not exist.')
  })

  app.put<Route>('/api/customers/:email/plan', async ({ params, body }, reply) => {
    const plan = readPlan(rawField(body, 'plan'))
    if (!plan) return refuse(reply, 400, 'ValidationError', `plan is one of ${planNames.join(', ')}.`)
    const endingAt = rawField(body, 'endingAt')
    const endsAtMs = Date.parse(endingAt)
    if (endingAt !== '' && Number.isNaN(endsAtMs))
      return refuse(reply, 400, 'ValidationError', 'endingAt is a date and time, as 2027-01-31T00:00:00Z.')
    const email = params.email.trim()
    if (!email.includes('@'))
      return refuse(reply, 400, 'ValidationError', 'The path must contain an email address.')
    const customer = ledger.customerByEmail(email) ?? createCustomer(ledger, { email })
    putOnPlan(ledger, customer, plan, endingAt === '' ? undefined : Math.floor(endsAtMs / 1_000))
    return summary(customer)
  })

  app.put<Route & { Body: { advanceDays?: unknown } | null }>(
    '/api/customers/:email/clock',
    async ({ params, body }, reply) => {
      const days = body?.advanceDays
      if (typeof days !== 'number' || !(days > 0 && days <= mostDays))
        return refuse(reply, 400, 'ValidationError', `advanceDays is a number from above 0 to ${mostDays}.`)
      const customer = ledger.customerByEmail(params.email)
      if (!customer) return refuse(reply, 404, 'NotFound', 'The customer does not exist.')
      advanceClock(ledger, customer.id, Math.round(days * 86_400))
      return summary(customer)
    },
  )

  /** Creates a customer who signed up in the past, unless the customer exists. */
  app.put<Route & { Body: CustomerHistory }>(
    '/api/customers/:email/history',
    async ({ params, body: { startedAt, trialEndsAt, cards = [], customer, ...history } }) => {
      const known = ledger.customerByEmail(params.email)
      if (known) return { id: known.id }
      return makeCustomerWithHistory(silentLedger, {
        ...history,
        customer: { ...customer, email: params.email },
        startedAt: new Date(startedAt),
        ...(trialEndsAt && { trialEndsAt: new Date(trialEndsAt) }),
        cards: cards.map((card) => ({ ...card, at: new Date(card.at) })),
      })
    },
  )
}
