/**
 * The provider's signed events (RULES section 8). An event only says that something changed: what is true now is read from
 * the provider, so that late, repeated and reordered deliveries all end in the same state.
 */
import { billing } from '@portal/contract/billing'
import type { BillingEvent } from '../../gateways/billing/billing.ts'
import { BillingUnavailableError, ForgedEventError } from '../../gateways/billing/billing.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import type { BillingIntegration } from './billing-integration.ts'
import * as store from './billing-store.ts'

const nothing = new Uint8Array()

export function billingWebhook(
  server: Server,
  { billing: gateway, database, now }: Services,
  integration: BillingIntegration,
): void {
  const db = database.orm

  async function take(event: BillingEvent, cameAtMs: number): Promise<void> {
    const { customerId, setupIntentId, isTrialEnding } = event
    if (customerId === undefined) return
    const account = await integration.recognise(customerId)
    if (!account) return
    if (setupIntentId !== undefined) {
      await gateway.adoptPaymentMethod(customerId, setupIntentId)
      await integration.sync(customerId)
      return
    }
    await integration.sync(customerId, cameAtMs)
    if (isTrialEnding) await continueAfterTrial(customerId)
  }

  /** Also for a payment method that was left on the provider's own pages. */
  async function continueAfterTrial(customerId: string): Promise<void> {
    const account = await store.findBillingOfCustomer(db, customerId)
    if (!account?.hasPaymentDetails) return
    await gateway.continueAfterTrial(customerId)
    await integration.sync(customerId)
  }

  server.serve(billing.webhook, async ({ body, request, reply }) => {
    const cameAtMs = performance.now() - reply.elapsedTime
    const signature = request.headers['stripe-signature']
    try {
      const sent = typeof signature === 'string' ? signature : ''
      const event = await gateway.readEvent(body ?? nothing, sent, now())
      if (event.customerId === undefined || (await store.isEventTaken(db, event.id))) return undefined
      await take(event, cameAtMs)
      // Only what is done is noted: an event that met an outage comes again and is taken then.
      await store.recordEvent(db, event.id, event.type, now())
      return undefined
    } catch (error) {
      if (error instanceof ForgedEventError)
        throw new Refusal('ValidationError', 'The event is not signed, or too old.')
      if (error instanceof BillingUnavailableError)
        throw new Refusal('BillingUnavailable', 'The billing provider does not answer.', { cause: error })
      throw error
    }
  })
}
