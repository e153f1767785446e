/**
 * Signed events from the provider. An event only signals a change: the current state is always read from the provider,
 * so late, repeated and reordered deliveries end in the same state. See docs/product/billing.md#integration.
 */
import { billing } from '@portal/contract/billing/billing'
import {
  type BillingEvent,
  BillingUnavailableError,
  ForgedEventError,
} from '../../gateways/billing/billing.ts'
import { findPerson } from '../../guard/person-store.ts'
import { Refusal } from '../../http/errors/refusal.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import type { BillingIntegration } from './billing-integration-actions.ts'
import * as store from './billing-store.ts'

const emptyBody = new Uint8Array()

export function billingWebhook(server: Server, services: Services, integration: BillingIntegration): void {
  const { billing: gateway, database, now } = services
  const db = database.orm

  async function processEvent(event: BillingEvent, receivedAtMs: number): Promise<void> {
    const { customerId, setupIntentId, isTrialEnding, isCheckoutCompleted } = event
    if (customerId === undefined) return
    const account = await integration.recognize(customerId)
    if (!account) return
    if (!(await findPerson(db, account.userId))) return integration.endClosedSubscription(account.userId)
    if (isCheckoutCompleted) await gateway.closeCheckouts(customerId)
    if (setupIntentId !== undefined) {
      await gateway.adoptPaymentMethod(customerId, setupIntentId)
      await integration.sync(customerId)
      return
    }
    await integration.sync(customerId, receivedAtMs)
    if (isTrialEnding) await continueAfterTrial(customerId)
  }

  /** Also applies to a payment method that the user added on the provider's own pages. */
  async function continueAfterTrial(customerId: string): Promise<void> {
    const account = await store.findBillingOfCustomer(db, customerId)
    if (!account?.hasPaymentDetails) return
    await gateway.continueAfterTrial(customerId)
    await integration.sync(customerId)
  }

  server.serve(billing.webhook, async ({ body, request, reply }) => {
    const receivedAtMs = performance.now() - reply.elapsedTime
    const signature = request.headers['stripe-signature']
    try {
      const sent = typeof signature === 'string' ? signature : ''
      const event = await gateway.readEvent(body ?? emptyBody, sent, now())
      if (event.customerId === undefined || (await store.isEventRecorded(db, event.id))) return undefined
      await processEvent(event, receivedAtMs)
      // Record the event only after it has been processed. An event that fails during an outage is delivered again.
      await store.recordEvent(db, event.id, event.type, now())
      return undefined
    } catch (error) {
      if (error instanceof ForgedEventError)
        throw new Refusal('ValidationError', 'The event has no valid signature or is too old.')
      if (error instanceof BillingUnavailableError)
        throw new Refusal('BillingUnavailable', 'Billing is unavailable.', { cause: error })
      throw error
    }
  })
}
