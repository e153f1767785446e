/** Ownership transfers only by an offer that the other member accepts. See docs/product/ownership.md#offers. */
import * as z from 'zod/mini'
import { personReads, personWrites } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { everyMember, ownerOnly, type Right } from '../members/roles.ts'
import { noun } from '../noun.ts'
import { pageQuery } from '../page-query.ts'
import { serviceAccountRefSchema } from '../service-accounts/service-accounts.ts'
import { idSchema, isoDateTimeSchema } from '../text/text-rules.ts'
import { trustRuleRefSchema } from '../trust-rules/trust-rule-ref.ts'
import { workspaceParams } from '../workspaces/workspace-params.ts'

const personName = z.object({ firstName: z.nullable(z.string()), lastName: z.nullable(z.string()) })

export const ownershipOfferSchema = z.object({
  workspaceId: z.string(),
  workspaceName: z.string(),
  fromUserId: z.string(),
  from: personName,
  toUserId: z.string(),
  to: personName,
  createdAt: isoDateTimeSchema,
  expiresAt: isoDateTimeSchema,
  /** The service accounts of the workspace, with their trust rules. They act in the owner's name. */
  serviceAccounts: z.array(z.extend(serviceAccountRefSchema, { trustRules: z.array(trustRuleRefSchema) })),
  /** How many webhooks stop until the new owner confirms them. */
  webhookCount: z.number(),
})
export type OwnershipOffer = z.infer<typeof ownershipOfferSchema>

const path = '/workspace/:workspaceId/ownership-offer'
const by = (right: Right, whenQuarantined?: 'allowed') => ({
  workspace: { param: 'workspaceId', right, whenQuarantined } as const,
  excludesClients: true,
})

export const ownershipRights = {
  transferOwnership: ownerOnly('Offer ownership to another member'),
  answerOwnershipOffer: everyMember('Answer an ownership offer to them'),
}

export const ownership = {
  mine: endpoint({
    name: 'ownership.mine',
    method: 'GET',
    path: '/ownership-offers',
    access: personReads({ excludesClients: true }),
    query: pageQuery,
    success: { status: 200, body: z.array(ownershipOfferSchema) },
    summary: 'Lists the pending ownership offers made to the caller or by the caller.',
    docs: 'docs/product/ownership.md#offers',
  }),
  offer: endpoint({
    name: 'ownership.offer',
    method: 'POST',
    path,
    access: personWrites({ ...by(ownershipRights.transferOwnership), freshSignIn: true }),
    params: workspaceParams,
    body: z.object({ userId: idSchema }),
    isIdempotent: true,
    success: { status: 200, body: ownershipOfferSchema },
    errors: ['NotFound', 'Conflict'],
    summary: 'Offers ownership of the workspace to another member. Replaces a pending offer.',
    docs: 'docs/product/ownership.md#offers',
  }),
  withdraw: endpoint({
    name: 'ownership.withdraw',
    method: 'DELETE',
    path,
    access: personWrites(by(ownershipRights.transferOwnership, 'allowed')),
    params: workspaceParams,
    success: { status: 204 },
    errors: ['NotFound'],
    summary: 'Withdraws the ownership offer.',
    docs: 'docs/product/ownership.md#offers',
  }),
  accept: endpoint({
    name: 'ownership.accept',
    method: 'POST',
    path: `${path}/accept`,
    access: personWrites({ ...by(ownershipRights.answerOwnershipOffer), freshSignIn: true }),
    params: workspaceParams,
    success: { status: 204 },
    errors: ['NotFound', 'Conflict', 'LimitReached'],
    summary: 'Makes the caller the owner and the former owner an APPROVER, in one transaction.',
    docs: 'docs/product/ownership.md#offers',
  }),
  decline: endpoint({
    name: 'ownership.decline',
    method: 'POST',
    path: `${path}/decline`,
    access: personWrites({ ...by(ownershipRights.answerOwnershipOffer, 'allowed'), terms: 'any' }),
    params: workspaceParams,
    success: { status: 204 },
    errors: ['NotFound'],
    summary: 'Declines the ownership offer.',
    docs: 'docs/product/ownership.md#offers',
  }),
}

export const ownershipNoun = noun({
  tag: ['Ownership', 'Make another member the owner of a workspace.'],
  calls: ownership,
  rights: ownershipRights,
  events: {
    'ownership.offered': ['Offered ownership', 'sam@example.com'],
    'ownership.offer-withdrawn': ['Withdrew an ownership offer', 'sam@example.com'],
    'ownership.accepted': ['Accepted ownership', 'ada@example.com → sam@example.com'],
    'ownership.declined': ['Declined ownership', 'ada@example.com'],
  },
})
