/** Delivers events to webhooks, with retries. See docs/product/webhooks.md#retries. */
import type { Orm } from '../../db/database.ts'
import type { Mail } from '../../gateways/mail/mail.ts'
import { formatDay, inert, type MailConfig, mailOf, quotedName } from '../../gateways/mail/mail-text.ts'
import { isDelivered } from '../../gateways/webhooks/send-webhook.ts'
import type { JobData } from '../../jobs/jobs.ts'
import type { Services } from '../../services.ts'
import { recordActivity } from '../activity/activity-actions.ts'
import { findEvents } from '../events/event-actions.ts'
import { attemptDelivery } from './webhook-actions.ts'
import { consequenceOf, subjectOf } from './webhook-rules.ts'
import * as store from './webhook-store.ts'

type DeliveryServices = Pick<Services, 'config' | 'database' | 'jobs' | 'keys' | 'now' | 'webhooks'>

/** Makes one attempt, stores it and queues the next one if it failed. A no-op if the webhook no longer receives events. */
export async function deliverToWebhook(
  services: DeliveryServices,
  { webhookId, ownerUserId, eventId, attempt }: JobData['webhooks.deliver'],
): Promise<void> {
  const { database, jobs } = services
  const target = await store.findTarget(database.orm, webhookId)
  if (!target?.isConfirmed || target.isPaused || target.webhook.disabledAt) return
  const { workspaceId } = target.webhook
  const [event] = await findEvents(database.orm, workspaceId, [eventId])
  if (!event) return
  const delivery = await attemptDelivery(services, target.webhook, event, { kind: 'event', attempt })
  await database.transaction(async (tx) => {
    const locked = await store.lockWebhook(tx, { workspaceId, webhookId })
    if (!locked) return
    const { webhook } = locked
    // The webhook was disabled during the attempt, and the first reason is kept. Or it got a new owner, and starts without failures.
    if (webhook.disabledAt || !locked.isConfirmed) return store.insertDelivery(tx, delivery)
    const { status } = delivery
    const next = { webhookId, ownerUserId, eventId, attempt: attempt + 1 }
    // The answer of the previous URL says nothing about the new one, which gets the event immediately.
    if (webhook.url !== target.webhook.url) {
      await store.insertDelivery(tx, delivery)
      if (!isDelivered(status)) await jobs.send(tx, 'webhooks.deliver', next)
      return
    }
    // The waits begin at the end of the attempt, which can take 15 seconds.
    const at = new Date(delivery.at.getTime() + delivery.durationMs)
    const { set, isDisabled, isMailed, nextAttemptAt } = consequenceOf(webhook, { status, attempt, at })
    await store.insertDelivery(tx, { ...delivery, nextAttemptAt })
    if (nextAttemptAt) {
      const seconds = (nextAttemptAt.getTime() - at.getTime()) / 1_000
      await jobs.send(tx, 'webhooks.deliver', next, { seconds, key: `${webhookId} ${eventId} ${attempt}` })
    }
    // The owner of a deleted workspace can do nothing about a failure.
    if (locked.isWorkspaceDeleted && !isDelivered(status)) return
    await store.updateWebhook(tx, webhookId, set)
    if (isDisabled)
      await recordActivity(tx, jobs, {
        ...{ workspaceId, act: 'webhook.disabled', subject: subjectOf(webhook), at },
        ...{ actorUserId: null, isAutomatic: true, ipAddress: null },
      })
    if (isMailed) await mailAbout(services, tx, target, { ...webhook, ...set })
  })
}

async function mailAbout(
  { config, jobs }: DeliveryServices,
  tx: Orm,
  { workspaceName }: store.WebhookRow,
  { id, workspaceId, url, failingSince, disabledReason }: store.WebhookRow['webhook'],
): Promise<void> {
  for (const to of await store.listMailedAddresses(tx, id)) {
    const facts = {
      to,
      workspaceId,
      workspaceName,
      host: subjectOf({ url }),
      failingSince: failingSince ?? new Date(0),
    }
    const mail =
      disabledReason === 'gone' || disabledReason === 'failing'
        ? webhookDisabledMail({ ...facts, reason: disabledReason }, config)
        : webhookFailingMail(facts, config)
    await jobs.sendMail(tx, id, mail)
  }
}

interface WebhookFacts {
  to: string
  workspaceId: string
  workspaceName: string
  host: string
  failingSince: Date
}

const openWebhooks = (workspaceId: string, config: MailConfig) => ({
  label: 'Open webhooks',
  url: `${config.PORTAL_URL}/workspace/${workspaceId}/webhooks`,
})
const smallPrint = ['You get this email because you own the workspace or created the webhook.']

/** Sent after a webhook has failed for a day. */
function webhookFailingMail(facts: WebhookFacts, config: MailConfig): Mail {
  return mailOf(
    {
      to: facts.to,
      subject: `A webhook of the workspace ${quotedName(facts.workspaceName)} is failing`,
      paragraphs: [
        `Since ${formatDay(facts.failingSince)}, no event has been delivered to the webhook at ${inert(facts.host)}.`,
        'Check the deliveries to see the answers of the server. After five days without a success, the webhook is disabled.',
      ],
      action: openWebhooks(facts.workspaceId, config),
      smallPrint,
    },
    config,
  )
}

/** Sent when a webhook was disabled automatically. */
function webhookDisabledMail(facts: WebhookFacts & { reason: 'gone' | 'failing' }, config: MailConfig): Mail {
  const why =
    facts.reason === 'gone'
      ? 'The server answered 410, which means that the URL no longer exists.'
      : `No event has been delivered since ${formatDay(facts.failingSince)}.`
  return mailOf(
    {
      to: facts.to,
      subject: `A webhook of the workspace ${quotedName(facts.workspaceName)} was disabled`,
      paragraphs: [
        `The webhook at ${inert(facts.host)} no longer receives events. ${why}`,
        'Once the server works again, enable the webhook. You can then resend the events of the last 30 days, or read them with the API.',
      ],
      action: openWebhooks(facts.workspaceId, config),
      smallPrint,
    },
    config,
  )
}
