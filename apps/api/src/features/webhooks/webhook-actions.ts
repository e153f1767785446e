/** Attempts to deliver an event to a webhook. See docs/product/webhooks.md#deliveries. */
import type { Event } from '@portal/contract/events/events'
import type { Webhook } from '@portal/contract/webhooks/webhooks'
import { ulid } from 'ulid'
import { openText, sealText } from '../../crypto/sealed-text.ts'
import { Refusal } from '../../http/errors/refusal.ts'
import type { Services } from '../../services.ts'
import type { DeliveryRow, WebhookRow } from './webhook-store.ts'

const purposeOf = (webhookId: string) => `secret of webhook ${webhookId}`

export const sealSecret = (keys: Services['keys'], webhookId: string, secret: string) =>
  sealText(keys.sealingSecret, secret, purposeOf(webhookId))

/** @throws Refusal `Conflict` for a webhook of the previous owner, which neither sends events nor gets a new secret. */
export function requireConfirmed({ isConfirmed }: Pick<WebhookRow, 'isConfirmed'>): void {
  if (!isConfirmed)
    throw new Refusal('Conflict', 'The workspace has a new owner. Confirm the webhook, then try again.')
}

/** Whether the webhook receives events, and since when and why it doesn't. */
export function stateBody({
  webhook,
  isConfirmed,
}: Pick<WebhookRow, 'webhook' | 'isConfirmed'>): Pick<
  Webhook,
  'disabledReason' | 'disabledAt' | 'failingSince'
> {
  return {
    disabledReason: webhook.disabledReason ?? (isConfirmed ? null : 'newOwner'),
    disabledAt: webhook.disabledAt?.toISOString() ?? null,
    failingSince: webhook.failingSince?.toISOString() ?? null,
  }
}

type Secrets = Pick<
  WebhookRow['webhook'],
  'id' | 'sealedSecret' | 'previousSealedSecret' | 'previousSecretUntil'
>

/** Returns the secrets that sign now, the current one first. */
function secretsOf(keys: Services['keys'], webhook: Secrets, at: Date): string[] {
  const { sealedSecret, previousSealedSecret: previous, previousSecretUntil: until } = webhook
  const sealed = previous && until && until > at ? [sealedSecret, previous] : [sealedSecret]
  return sealed.map((bytes) => {
    const secret = openText(keys.sealingSecret, bytes, purposeOf(webhook.id))
    if (secret === undefined) throw new Error('The secret of a webhook was sealed with another key.')
    return secret
  })
}

/** Sends an event once. Returns the row of the delivery, which isn't stored yet. */
export async function attemptDelivery(
  { webhooks, keys, now }: Pick<Services, 'webhooks' | 'keys' | 'now'>,
  webhook: WebhookRow['webhook'],
  event: Event,
  of: Pick<DeliveryRow, 'kind' | 'attempt'>,
): Promise<DeliveryRow> {
  const at = now()
  const secrets = secretsOf(keys, webhook, at)
  const answer = await webhooks.send({
    url: webhook.url,
    // A resend and a test are signed with the current secret alone.
    secrets: of.kind === 'event' ? secrets : secrets.slice(0, 1),
    id: event.id,
    at,
    body: JSON.stringify(event),
  })
  const { id: webhookId, workspaceId } = webhook
  return {
    ...{ id: ulid(at.getTime()), workspaceId, webhookId, ...of },
    ...{ eventId: event.id, type: event.type, at, ...answer, nextAttemptAt: null },
  }
}
