/** What needs the caller's attention in their workspaces. See docs/product/workspaces.md#attention. */
import * as z from 'zod/mini'
import { personReads } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { noun } from '../noun.ts'
import { pageQuery } from '../page-query.ts'
import { isoDateTimeSchema } from '../text/text-rules.ts'

/** A token that expires within this many days needs attention. */
export const attentionExpiryDays = 14

export const attentionKinds = ['tokenExpires', 'oldSecretUsed', 'invitationExpired'] as const
export type AttentionKind = (typeof attentionKinds)[number]

export const attentionItemSchema = z.object({
  kind: z.enum(attentionKinds),
  workspaceId: z.string(),
  /** The id of the token or invitation. */
  id: z.string(),
  /** The name of the token, or the invited address. */
  name: z.string(),
  /** When the token or its old secret stops working, or when the invitation expired. */
  at: isoDateTimeSchema,
  /** The last use of the token, or of its old secret. Null for an invitation. */
  lastUsedAt: z.nullable(isoDateTimeSchema),
})
export type AttentionItem = z.infer<typeof attentionItemSchema>

export const attention = {
  list: endpoint({
    name: 'attention.list',
    method: 'GET',
    path: '/attention',
    access: personReads(),
    query: pageQuery,
    success: { status: 200, body: z.array(attentionItemSchema) },
    summary: `Lists what the caller should act on in all of their workspaces, earliest first: tokens that expire within ${attentionExpiryDays} days, old secrets that were used in the last day although the token was rotated, and invitations that expired without an answer. Lists only what the caller's role may change, and nothing of a quarantined workspace.`,
    docs: 'docs/product/workspaces.md#attention',
  }),
}

export const attentionNoun = noun({
  tag: ['Attention', 'What a user should act on in their workspaces.'],
  calls: attention,
})
