import { component, count, date, text, url } from '../field-text.ts'
import { texts } from '../texts.ts'
import { deliverySchema, newWebhookSchema, webhookSaveSchema, webhookSchema, type webhooks } from './webhooks.ts'

export const webhookDisabledAt = date('When it was disabled. Null while it receives events, and for `newOwner`.')

export const webhooksTexts = texts<typeof webhooks>({
  fields: {
    webhook: text('The webhook.'),
    webhookId: text('The id of the webhook.', '01JBW6P2S5V9Y3B7E1H4K8N0Q6'),
    secret: text('The secret that verifies the signatures. Store it safely, because it is not shown again.', 'whsec_C2FVsBQIhrscChlQIMVb5sSYspob7oDA'),
    types: text('The types of the events that are sent, or `all`.', ['token.created', 'member.joined']),
    isEnabled: text('Whether the webhook receives events. True also confirms a webhook of a previous owner.', true),
    previousSecretUntil: date('When the previous secret stops signing. Null without an overlap.'),
    delivery: text('The attempt.'),
    deliveries: text('The attempts, newest first.'),
    deliveryId: text('The id of the delivery.', '01JBW6R4T7X0Z3C6F9J2M5P8S1'),
    eventId: text('The `webhook-id`, which is the id of the event and the same in all its attempts.', '01JBW6AV7P3Q9R5S1T7V2W8X4Y'),
    attempt: count('The number of the attempt, from 1.', 1),
    problem: text('Why there was no answer. Null if there was one.', 'does not answer within 15 seconds'),
    isSuccess: text('Whether the server answered with a status from 200 to 299.', true),
    durationMs: count('The duration in milliseconds.', 84),
    nextAttemptAt: date('When the next attempt follows. Null if none follows.'),
    event: text('The event as it is now. Null for an approver and for a test.'),
    answer: text('The start of the answer. Null without an answer and for an approver.', 'ok'),
  },
  components: [
    component(webhookSchema, 'Webhook', 'A URL that receives the events of a workspace.', {
      disabledAt: webhookDisabledAt,
      url: url('The https URL that receives the events.', 'https://hooks.example.com/portal'),
      description: text('The description. Null if there is none.', 'Alerts of the security team'),
    }),
    component(newWebhookSchema, 'NewWebhook', 'A webhook to create.', {
      url: url('The https URL that receives the events.', 'https://hooks.example.com/portal'),
      description: text('The description.', 'Alerts of the security team'),
    }),
    component(webhookSaveSchema, 'WebhookChange', 'The fields to change.', {
      url: url('The https URL that receives the events.', 'https://hooks.example.com/portal'),
      description: text('The description. Null removes it.', 'Alerts of the security team'),
    }),
    component(deliverySchema, 'Delivery', 'An attempt to deliver an event.', {
      kind: text('`event`, `resend` or `test`.', 'event'),
      status: text('The HTTP status of the answer. Null without an answer.', 200, { type: 'integer' }),
    }),
  ],
})
