/** The API for scripts, which manages customers, their plans and their clocks. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { parseBody, refuse } from '../serving/json-body.ts'
import type { BillingParts } from './billing-ledger.ts'
import { planNames } from './catalog.ts'
import { type CustomerHistory, makeCustomerWithHistory } from './customer-history.ts'
import { createCustomer, methodsOf } from './customers.ts'
import { invoicesOf } from './invoices.ts'
import { putOnPlan } from './plan-change.ts'
import type { Customer } from './stripe-objects.ts'
import { advanceClock } from './subscription-clock.ts'
import { liveSubscriptions } from './subscriptions.ts'

const mostDays = 3_660
const daysProblem = `advanceDays is a number from above 0 to ${mostDays}.`
const endProblem = 'endingAt is a date and time, as 2027-01-31T00:00:00Z.'

const planBody = z.object({
  plan: z.enum(planNames, `plan is one of ${planNames.join(', ')}.`),
  endingAt: z.optional(
    z.pipe(
      z.string(endProblem).check(z.refine((given) => !Number.isNaN(Date.parse(given)), endProblem)),
      z.transform((given) => Math.floor(Date.parse(given) / 1_000)),
    ),
  ),
})
const clockBody = z.object({
  advanceDays: z.number(daysProblem).check(z.positive(daysProblem), z.maximum(mostDays, daysProblem)),
})

export function registerControlRoutes(app: FastifyInstance, { ledger, sender }: BillingParts): void {
  type Route = { Params: { email: string } }
  const summaryOf = (customer: Customer) => ({
    ...customer,
    now: new Date(ledger.now(customer.id) * 1_000).toISOString(),
    subscriptions: liveSubscriptions(ledger, customer.id),
    invoices: invoicesOf(ledger, customer.id),
    paymentMethods: methodsOf(ledger, customer.id),
  })

  app.get('/api/customers', async () => ledger.customers().map(summaryOf))

  app.get<Route>('/api/customers/:email', async ({ params }, reply) => {
    const customer = ledger.customerByEmail(params.email)
    return customer ? summaryOf(customer) : refuse(reply, 404, 'NotFound', 'The customer does not exist.')
  })

  app.put<Route>('/api/customers/:email/plan', async ({ params, body }, reply) => {
    const { plan, endingAt } = parseBody(planBody, body)
    const email = params.email.trim()
    if (!email.includes('@'))
      return refuse(reply, 400, 'ValidationError', 'The path must contain an email address.')
    const customer = ledger.customerByEmail(email) ?? createCustomer(ledger, { email })
    putOnPlan(ledger, customer, plan, endingAt)
    return { isWebhookTaken: await sender.settle(), ...summaryOf(customer) }
  })

  app.put<Route>('/api/customers/:email/clock', async ({ params, body }, reply) => {
    const { advanceDays } = parseBody(clockBody, body)
    const customer = ledger.customerByEmail(params.email)
    if (!customer) return refuse(reply, 404, 'NotFound', 'The customer does not exist.')
    advanceClock(ledger, customer.id, Math.round(advanceDays * 86_400))
    return { isWebhookTaken: await sender.settle(), ...summaryOf(customer) }
  })

  /** Creates a customer who signed up in the past, unless the customer exists. */
  app.put<Route & { Body: CustomerHistory }>('/api/customers/:email/history', async ({ params, body }) => {
    const { startedAt, trialEndsAt, cards = [], customer, plan } = body
    const known = ledger.customerByEmail(params.email)
    if (known) return { id: known.id }
    return makeCustomerWithHistory(ledger, {
      plan,
      customer: { ...customer, email: params.email },
      startedAt: new Date(startedAt),
      trialEndsAt: trialEndsAt && new Date(trialEndsAt),
      cards: cards.map((card) => ({ ...card, at: new Date(card.at) })),
    })
  })
}
