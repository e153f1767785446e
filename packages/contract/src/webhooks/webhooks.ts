/** Webhooks: a workspace's events, sent to a URL. See docs/product/webhooks.md. */
import * as z from 'zod/mini'
import { personReads, personWrites } from '../access.ts'
import { hourMs, minuteMs } from '../durations.ts'
import { endpoint } from '../endpoint.ts'
import { eventSchema } from '../events/events.ts'
import { limit, noun } from '../noun.ts'
import { filledLineOf, idSchema, isoDateTimeSchema, optionalTextField } from '../text/text-rules.ts'
import { overlapSchema } from '../text/time-string.ts'
import { workspaceParams } from '../workspaces/workspace-params.ts'
import { webhookRights } from './webhook-rights.ts'

export const webhookUrlMaxLength = 500
export const webhookDescriptionMaxLength = 200
/** An attempt without a status after this time has failed. */
export const webhookTimeoutMs = 15_000
/** The waits after the first and each further failed attempt. */
export const webhookRetryDelaysMs: readonly number[] = [
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  10 * hourMs,
]
/** A webhook without a success for this long is disabled. */
export const webhookDisabledAfterDays = 5
export const deliveriesKeptDays = 30
/** The part of an answer that is stored, in bytes. */
export const storedAnswerBytes = 1_024

/** Why a webhook doesn't receive events: the owner paused it, its URL answered 410, it failed for days, or the owner is new. */
export const webhookDisabledReasons = ['owner', 'gone', 'failing', 'newOwner'] as const
export type WebhookDisabledReason = (typeof webhookDisabledReasons)[number]

/** The types of events, in the order of the list. The API refuses unknown ones. */
const typesSchema = z.union([
  z.literal('all'),
  z
    .array(filledLineOf(100))
    .check(z.minLength(1, 'Select at least one event'), z.maxLength(200, 'Select at most 200 events')),
])

export const webhookSchema = z.object({
  id: z.string(),
  url: z.string(),
  description: z.nullable(z.string()),
  types: z.union([z.literal('all'), z.array(z.string())]),
  createdBy: z.object({ userId: z.string(), email: z.nullable(z.string()) }),
  createdAt: isoDateTimeSchema,
  /** Null while the webhook receives events. */
  disabledReason: z.nullable(z.enum(webhookDisabledReasons)),
  /** Null for `newOwner`, and while the webhook receives events. */
  disabledAt: z.nullable(isoDateTimeSchema),
  /** The first failure since the last success. */
  failingSince: z.nullable(isoDateTimeSchema),
  /** Until then, the previous secret also signs. */
  previousSecretUntil: z.nullable(isoDateTimeSchema),
})
export type Webhook = z.infer<typeof webhookSchema>

const urlSchema = filledLineOf(webhookUrlMaxLength)

export const newWebhookSchema = z.object({
  url: urlSchema,
  description: z.optional(optionalTextField(webhookDescriptionMaxLength)),
  types: typesSchema,
})
export type NewWebhook = z.infer<typeof newWebhookSchema>

export const webhookSaveSchema = z.object({
  url: z.optional(urlSchema),
  description: z.optional(optionalTextField(webhookDescriptionMaxLength)),
  types: z.optional(typesSchema),
  /** True enables or confirms the webhook, and false pauses it. */
  isEnabled: z.optional(z.boolean()),
})

export type WebhookSave = z.infer<typeof webhookSaveSchema>

export const deliveryKinds = ['event', 'resend', 'test'] as const

/** One attempt. */
export const deliverySchema = z.object({
  id: z.string(),
  kind: z.enum(deliveryKinds),
  /** The `webhook-id`. The same for all attempts of an event. */
  eventId: z.string(),
  type: z.string(),
  at: isoDateTimeSchema,
  /** From 1. A resend and a test are one attempt. */
  attempt: z.number(),
  /** The HTTP status. Null without an answer. */
  status: z.nullable(z.number()),
  /** Why there was no answer. Completes the sentence “The server …”. */
  problem: z.nullable(z.string()),
  isSuccess: z.boolean(),
  durationMs: z.number(),
  nextAttemptAt: z.nullable(isoDateTimeSchema),
  /** The event that was sent, as it is now. Null for an approver, and for a test. */
  event: z.nullable(eventSchema),
  /** The start of the answer. Null for an approver. */
  answer: z.nullable(z.string()),
})
export type Delivery = z.infer<typeof deliverySchema>

const webhookParams = z.extend(workspaceParams, { webhookId: idSchema })
const deliveryParams = z.extend(webhookParams, { deliveryId: idSchema })
const path = '/workspaces/:workspaceId/webhooks' as const
const reads = { param: 'workspaceId', right: webhookRights.readWebhooks, whenQuarantined: 'allowed' } as const
const manages = { param: 'workspaceId', right: webhookRights.manageWebhooks } as const
const oneWebhook = z.object({ webhook: webhookSchema })
const withSecret = z.extend(oneWebhook, { secret: z.string() })
const oneDelivery = z.object({ delivery: deliverySchema })

export const webhooks = {
  list: endpoint({
    name: 'webhooks.list',
    method: 'GET',
    path,
    access: personReads({ workspace: reads }),
    params: workspaceParams,
    success: { status: 200, body: z.object({ webhooks: z.array(webhookSchema) }) },
    summary: 'Lists the webhooks of a workspace, oldest first.',
    docs: 'docs/product/webhooks.md#managing',
  }),
  create: endpoint({
    name: 'webhooks.create',
    method: 'POST',
    path,
    access: personWrites({ workspace: manages, freshSignIn: true }),
    params: workspaceParams,
    body: newWebhookSchema,
    rateLimit: 'tokenCreation',
    isIdempotent: true,
    success: { status: 200, body: withSecret },
    errors: ['LimitReached'],
    summary: 'Creates a webhook. Only this response contains its secret.',
    docs: 'docs/product/webhooks.md#managing',
  }),
  update: endpoint({
    name: 'webhooks.update',
    method: 'PATCH',
    path: `${path}/:webhookId`,
    access: personWrites({ workspace: manages }),
    params: webhookParams,
    body: webhookSaveSchema,
    success: { status: 200, body: oneWebhook },
    errors: ['FreshSignInRequired'],
    summary: 'Saves the fields that are sent. A new URL needs a fresh sign-in.',
    docs: 'docs/product/webhooks.md#managing',
  }),
  delete: endpoint({
    name: 'webhooks.delete',
    method: 'DELETE',
    path: `${path}/:webhookId`,
    access: personWrites({ terms: 'any', workspace: { ...manages, whenQuarantined: 'allowed' } }),
    params: webhookParams,
    success: { status: 204 },
    summary: 'Deletes a webhook with its deliveries.',
    docs: 'docs/product/webhooks.md#managing',
  }),
  rotateSecret: endpoint({
    name: 'webhooks.rotateSecret',
    method: 'POST',
    path: `${path}/:webhookId/rotate-secret`,
    access: personWrites({ workspace: manages, freshSignIn: true }),
    params: webhookParams,
    body: z.nullish(z.object({ overlap: z.optional(overlapSchema) })),
    rateLimit: 'tokenCreation',
    success: { status: 200, body: withSecret },
    errors: ['Conflict'],
    summary:
      'Gives a webhook a new secret, which only this response contains. Until `overlap` has passed, the previous secret also signs.',
    docs: 'docs/product/webhooks.md#rotating-the-secret',
  }),
  test: endpoint({
    name: 'webhooks.test',
    method: 'POST',
    path: `${path}/:webhookId/test`,
    access: personWrites({ workspace: manages }),
    params: webhookParams,
    rateLimit: 'webhookAttempt',
    success: { status: 200, body: oneDelivery },
    summary:
      'Sends an event of the type `webhook.test` and returns what happened. Also works while the webhook is disabled.',
    docs: 'docs/product/webhooks.md#testing',
  }),
  deliveries: endpoint({
    name: 'webhooks.deliveries',
    method: 'GET',
    path: `${path}/:webhookId/deliveries`,
    access: personReads({ workspace: reads }),
    params: webhookParams,
    success: { status: 200, body: z.object({ deliveries: z.array(deliverySchema) }) },
    summary: `Lists the latest 100 attempts of the last ${deliveriesKeptDays} days, newest first. Approvers see no bodies.`,
    docs: 'docs/product/webhooks.md#deliveries',
  }),
  resend: endpoint({
    name: 'webhooks.resend',
    method: 'POST',
    path: `${path}/:webhookId/deliveries/:deliveryId/resend`,
    access: personWrites({ workspace: manages }),
    params: deliveryParams,
    rateLimit: 'webhookAttempt',
    success: { status: 200, body: oneDelivery },
    summary:
      'Sends the event of a delivery again, once, signed with the current secret, and returns what happened.',
    docs: 'docs/product/webhooks.md#deliveries',
  }),
}

export const webhooksNoun = noun({
  tag: ['Webhooks', "Send a workspace's events to a URL."],
  calls: webhooks,
  rights: webhookRights,
  events: {
    'webhook.created': ['Created a webhook', 'hooks.example.com'],
    'webhook.updated': ['Changed a webhook', 'hooks.example.com'],
    'webhook.enabled': ['Enabled a webhook', 'hooks.example.com'],
    'webhook.disabled': ['Disabled a webhook', 'hooks.example.com'],
    'webhook.deleted': ['Deleted a webhook', 'hooks.example.com'],
    'webhook.secret-rotated': ["Rotated a webhook's secret", 'hooks.example.com'],
  },
  limits: {
    webhooksOfWorkspace: limit(
      20,
      'webhooks of a workspace',
      (most) =>
        `This workspace has ${most} webhooks, which is the limit. Delete a webhook you no longer need, then try again.`,
    ),
  },
})
