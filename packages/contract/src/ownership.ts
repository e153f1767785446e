/** Ownership moves only by an offer that the other accepts (RULES section 6). */
import * as z from 'zod/mini'
import { personReads, personWrites } from './access.ts'
import { endpoint } from './endpoint.ts'
import { idSchema, isoDateTimeSchema } from './text-rules.ts'
import { workspaceParams } from './workspace-params.ts'

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
})
export type OwnershipOffer = z.infer<typeof ownershipOfferSchema>

const path = '/workspace/:workspaceId/ownership-offer'
const act = (name: 'transferOwnership' | 'answerOwnershipOffer', whenQuarantined?: 'allowed') => ({
  workspace: { param: 'workspaceId', act: name, whenQuarantined } as const,
})

export const ownership = {
  mine: endpoint({
    name: 'ownership.mine',
    method: 'GET',
    path: '/ownership-offers',
    access: personReads(),
    success: { status: 200, body: z.array(ownershipOfferSchema) },
    summary: 'Open offers to the caller, and by the caller.',
    docs: 'docs/product/ownership.md#offers',
  }),
  offer: endpoint({
    name: 'ownership.offer',
    method: 'POST',
    path,
    access: personWrites(act('transferOwnership')),
    params: workspaceParams,
    body: z.object({ userId: idSchema }),
    success: { status: 200, body: ownershipOfferSchema },
    errors: ['NotFound', 'Conflict'],
    summary: 'Offers the workspace to another member; a new offer takes the place of the old one.',
    docs: 'docs/product/ownership.md#offers',
  }),
  withdraw: endpoint({
    name: 'ownership.withdraw',
    method: 'DELETE',
    path,
    access: personWrites(act('transferOwnership', 'allowed')),
    params: workspaceParams,
    success: { status: 204 },
    errors: ['NotFound'],
    summary: 'Takes the offer back.',
    docs: 'docs/product/ownership.md#offers',
  }),
  accept: endpoint({
    name: 'ownership.accept',
    method: 'POST',
    path: `${path}/accept`,
    access: personWrites(act('answerOwnershipOffer')),
    params: workspaceParams,
    success: { status: 204 },
    errors: ['NotFound', 'Conflict'],
    summary: 'Becomes the owner; the former owner becomes an APPROVER, in one transaction.',
    docs: 'docs/product/ownership.md#offers',
  }),
  decline: endpoint({
    name: 'ownership.decline',
    method: 'POST',
    path: `${path}/decline`,
    access: personWrites({ ...act('answerOwnershipOffer', 'allowed'), terms: 'any' }),
    params: workspaceParams,
    success: { status: 204 },
    errors: ['NotFound'],
    summary: 'Declines the offer.',
    docs: 'docs/product/ownership.md#offers',
  }),
}
