/** Deliveries of a webhook: list, test, resend (docs/product/webhooks.md#deliveries). */
import type { Event } from '@portal/contract/events/events'
import { may } from '@portal/contract/members/roles'
import { webhookRights } from '@portal/contract/webhooks/webhook-rights'
import { type Delivery, webhooks } from '@portal/contract/webhooks/webhooks'
import { ulid } from 'ulid'
import { isDelivered } from '../../gateways/webhooks/send-webhook.ts'
import { notFound } from '../../http/errors/refusal.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { findEvents } from '../events/event-actions.ts'
import { attemptDelivery, requireConfirmed } from './webhook-actions.ts'
import * as store from './webhook-store.ts'

const listedDeliveries = 100
const testType = 'webhook.test'

export function webhookDeliveryRoutes(server: Server, services: Services): void {
  const { database, now } = services
  const db = database.orm

  async function requireWebhook(key: store.WebhookKey) {
    const row = await store.findWebhook(db, key)
    if (!row) throw notFound('webhook')
    return row
  }

  /** Makes one attempt and stores it. It counts for nothing: it neither heals nor disables the webhook. */
  async function attemptOnce(webhook: store.WebhookRow['webhook'], event: Event, kind: 'test' | 'resend') {
    const row = await attemptDelivery(services, webhook, event, { kind, attempt: 1 })
    const { workspaceId, id: webhookId } = webhook
    await database.transaction(async (tx) => {
      // The webhook may have been deleted during the attempt.
      if (!(await store.lockWebhook(tx, { workspaceId, webhookId }))) throw notFound('webhook')
      await store.insertDelivery(tx, row)
    })
    return row
  }

  server.serve(webhooks.deliveries, async ({ params, caller }) => {
    const { id, workspaceId } = (await requireWebhook(params)).webhook
    const rows = await store.listDeliveries(db, id, { limit: listedDeliveries, now: now() })
    const seesBodies = may(caller.standing?.role ?? 'EDITOR', webhookRights.manageWebhooks)
    const events = seesBodies
      ? await findEvents(
          db,
          workspaceId,
          rows.map(({ eventId }) => eventId),
        )
      : []
    const byId = new Map(events.map((event) => [event.id, event]))
    return {
      deliveries: rows.map((row) => {
        const body = deliveryBody(row, byId.get(row.eventId))
        return seesBodies ? body : { ...body, answer: null }
      }),
    }
  })

  server.serve(webhooks.test, async ({ params }) => {
    const { webhook } = await requireWebhook(params)
    return { delivery: deliveryBody(await attemptOnce(webhook, testEvent(ulid(), now()), 'test')) }
  })

  server.serve(webhooks.resend, async ({ params }) => {
    const row = await requireWebhook(params)
    requireConfirmed(row)
    const { webhook } = row
    const earlier = await store.findDelivery(db, webhook.id, params.deliveryId)
    if (!earlier) throw notFound('delivery')
    const { eventId, type, at } = earlier
    const [event] =
      type === testType ? [testEvent(eventId, at)] : await findEvents(db, webhook.workspaceId, [eventId])
    if (!event) throw notFound('event')
    return { delivery: deliveryBody(await attemptOnce(webhook, event, 'resend'), event) }
  })
}

const testEvent = (id: string, at: Date): Event => ({
  id,
  type: testType,
  at: at.toISOString(),
  actor: { kind: 'system', id: null, name: null },
  subject: null,
  data: { ipAddress: null, tokenName: null },
})

function deliveryBody(row: store.DeliveryRow, event?: Event): Delivery {
  const { id, kind, eventId, type, attempt, status, problem, durationMs, answer } = row
  return {
    ...{ id, kind, eventId, type, attempt, status, problem, durationMs, answer },
    at: row.at.toISOString(),
    isSuccess: isDelivered(status),
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    event: event ?? null,
  }
}
