/** Webhooks of a workspace and their deliveries (docs/product/webhooks.md#managing). */
import type { Event } from '@portal/contract/events/events'
import { may } from '@portal/contract/members/roles'
import { webhookRights } from '@portal/contract/webhooks/webhook-rights'
import { type Delivery, type Webhook, type WebhookSave, webhooks } from '@portal/contract/webhooks/webhooks'
import { ulid } from 'ulid'
import type { Orm } from '../../db/database.ts'
import { isDelivered, newWebhookSecret } from '../../gateways/webhooks/send-webhook.ts'
import { checkLimit } from '../../guard/account-limits.ts'
import { requireFreshSignIn } from '../../guard/fresh-sign-in.ts'
import { createOnce } from '../../guard/idempotency-store.ts'
import { notFound, Refusal } from '../../http/errors/refusal.ts'
import { cleanText } from '../../http/input/changed-fields.ts'
import { parseRotationOverlap } from '../../http/input/rotation-overlap.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { findEvents } from '../events/event-actions.ts'
import { changeWorkspace } from '../workspaces/workspace-change-actions.ts'
import { attemptDelivery, requireConfirmed, sealSecret, stateBody } from './webhook-actions.ts'
import { subjectOf, typesOf, webhookUrlOf } from './webhook-rules.ts'
import * as store from './webhook-store.ts'

const listedDeliveries = 100
const testType = 'webhook.test'

export function webhookRoutes(server: Server, services: Services): void {
  const { config, database, keys } = services
  const trustedHosts = config.WEBHOOK_TRUSTED_HOSTS

  server.serve(webhooks.list, async ({ params }) => {
    const rows = await store.listWebhooks(database.orm, params.workspaceId)
    return { webhooks: rows.map(webhookBody) }
  })

  server.serve(webhooks.create, async (ask) => {
    const { workspaceId } = ask.params
    const url = webhookUrlOf(ask.body.url, trustedHosts)
    const types = typesOf(ask.body.types)
    return changeWorkspace(services, webhooks.create, ask, async ({ tx, at, record }) => {
      const secret = newWebhookSecret()
      const { result: webhookId, isRepeated } = await createOnce(tx, ask, at, async () => {
        checkLimit('webhooksOfWorkspace', await store.countWebhooks(tx, workspaceId), config)
        const id = ulid(at.getTime())
        const userId = ask.caller.person.id
        await store.insertWebhook(tx, {
          id,
          workspaceId,
          url,
          description: cleanText(ask.body.description),
          types,
          sealedSecret: sealSecret(keys, id, secret),
          createdByUserId: userId,
          confirmedByUserId: userId,
          createdAt: at,
        })
        await record('webhook.created', subjectOf({ url }))
        return id
      })
      if (isRepeated)
        throw new Refusal(
          'Conflict',
          "This request already created the webhook, and its secret was only in the first response. If you don't have the secret, rotate it.",
        )
      return { webhook: webhookBody(await requireWebhook(tx, { workspaceId, webhookId })), secret }
    })
  })

  server.serve(webhooks.update, async (ask) =>
    changeWorkspace(services, webhooks.update, ask, async ({ tx, at, record }) => {
      const current = await requireLocked(tx, ask.params)
      const { set, isMoved } = planSave(current, ask.body)
      if (isMoved) requireFreshSignIn(ask.caller, config, at)
      const subject = subjectOf({ url: set.url ?? current.webhook.url })
      if (Object.keys(set).length > 0) await record('webhook.updated', subject)
      const isEnabled = current.isConfirmed && current.webhook.disabledAt === null
      const restart = {
        failingSince: null,
        failureMailedAt: null,
        confirmedByUserId: ask.caller.person.id,
        // The previous owner chose the overlap and knows the secret.
        ...(current.isConfirmed ? {} : { previousSealedSecret: null, previousSecretUntil: null }),
      }
      // Failures and the confirmation belong to the previous URL. The owner who enters a new one confirms it.
      if (isMoved) Object.assign(set, restart)
      if (ask.body.isEnabled === true && !isEnabled) {
        Object.assign(set, { ...restart, disabledAt: null, disabledReason: null })
        await record('webhook.enabled', subject)
      }
      // The first reason is kept.
      if (ask.body.isEnabled === false && current.webhook.disabledAt === null) {
        Object.assign(set, { disabledAt: at, disabledReason: 'owner' })
        await record('webhook.disabled', subject)
      }
      await store.updateWebhook(tx, current.webhook.id, set)
      return { webhook: webhookBody(await requireWebhook(tx, ask.params)) }
    }),
  )

  /** Returns the columns that differ from the saved fields, and whether the URL is new. */
  function planSave({ webhook }: store.WebhookRow, save: WebhookSave) {
    const set: store.WebhookColumns = {}
    const url = save.url === undefined ? webhook.url : webhookUrlOf(save.url, trustedHosts)
    const isMoved = url !== webhook.url
    if (isMoved) set.url = url
    const description = save.description === undefined ? webhook.description : cleanText(save.description)
    if (description !== webhook.description) set.description = description
    const types = save.types === undefined ? webhook.types : typesOf(save.types)
    if (JSON.stringify(types) !== JSON.stringify(webhook.types)) set.types = types
    return { set, isMoved }
  }

  server.serve(webhooks.delete, async (ask) =>
    changeWorkspace(services, webhooks.delete, ask, async ({ tx, record }) => {
      const { webhook } = await requireLocked(tx, ask.params)
      await store.deleteWebhook(tx, webhook.id)
      await record('webhook.deleted', subjectOf(webhook))
      return undefined
    }),
  )

  server.serve(webhooks.rotateSecret, async (ask) =>
    changeWorkspace(services, webhooks.rotateSecret, ask, async ({ tx, at, record }) => {
      const current = await requireLocked(tx, ask.params)
      requireConfirmed(current)
      const { webhook } = current
      const secret = newWebhookSecret()
      const overlapMs = parseRotationOverlap(ask.body?.overlap)
      await store.updateWebhook(tx, webhook.id, {
        sealedSecret: sealSecret(keys, webhook.id, secret),
        previousSealedSecret: overlapMs > 0 ? webhook.sealedSecret : null,
        previousSecretUntil: overlapMs > 0 ? new Date(at.getTime() + overlapMs) : null,
      })
      await record('webhook.secret-rotated', subjectOf(webhook))
      return { webhook: webhookBody(await requireWebhook(tx, ask.params)), secret }
    }),
  )

  server.serve(webhooks.deliveries, async ({ params, caller }) => {
    const { id, workspaceId } = (await requireWebhook(database.orm, params)).webhook
    const rows = await store.listDeliveries(database.orm, id, {
      limit: listedDeliveries,
      now: services.now(),
    })
    const seesBodies = may(caller.standing?.role ?? 'EDITOR', webhookRights.manageWebhooks)
    const events = seesBodies
      ? await findEvents(
          database.orm,
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
    const { webhook } = await requireWebhook(database.orm, params)
    return { delivery: deliveryBody(await attemptOnce(webhook, testEvent(ulid(), services.now()), 'test')) }
  })

  server.serve(webhooks.resend, async ({ params }) => {
    const row = await requireWebhook(database.orm, params)
    requireConfirmed(row)
    const { webhook } = row
    const earlier = await store.findDelivery(database.orm, webhook.id, params.deliveryId)
    if (!earlier) throw notFound('delivery')
    const { eventId, type, at } = earlier
    const [event] =
      type === testType
        ? [testEvent(eventId, at)]
        : await findEvents(database.orm, webhook.workspaceId, [eventId])
    if (!event) throw notFound('event')
    return { delivery: deliveryBody(await attemptOnce(webhook, event, 'resend'), event) }
  })

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

  async function requireWebhook(db: Orm, key: store.WebhookKey) {
    const row = await store.findWebhook(db, key)
    if (!row) throw notFound('webhook')
    return row
  }

  async function requireLocked(tx: Orm, key: store.WebhookKey) {
    const row = await store.lockWebhook(tx, key)
    if (!row) throw notFound('webhook')
    return row
  }

  function webhookBody(row: store.WebhookRow): Webhook {
    const { webhook, creatorEmail } = row
    const until = webhook.previousSecretUntil
    return {
      id: webhook.id,
      url: webhook.url,
      description: webhook.description,
      types: webhook.types ?? 'all',
      // An erased account has an empty address.
      createdBy: { userId: webhook.createdByUserId, email: creatorEmail || null },
      createdAt: webhook.createdAt.toISOString(),
      ...stateBody(row),
      previousSecretUntil: until && until > services.now() ? until.toISOString() : null,
    }
  }
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
