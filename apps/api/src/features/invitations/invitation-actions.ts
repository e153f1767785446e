/** Accepts and declines invitations, as the invitee (docs/product/invitations.md#accepting). */
import { normalizeEmail } from '@portal/contract/text/text-rules'
import type { Orm } from '../../db/database.ts'
import { notFound, Refusal } from '../../http/errors/refusal.ts'
import type { Services } from '../../services.ts'
import { addMember, lockVerifiedPersonForShare } from '../members/member-store.ts'
import { activityRecorder, type ChangeOrigin } from '../workspaces/workspace-change-actions.ts'
import { lockWorkspace } from '../workspaces/workspace-lock-store.ts'
import * as store from './invitation-store.ts'

/** A request whose path names an invitation to the caller. */
export interface InviteeRequest extends ChangeOrigin {
  params: { invitationId: string }
}

const addresseeOf = ({ params, caller }: InviteeRequest) => ({
  id: params.invitationId,
  emailKey: normalizeEmail(caller.person.email),
})

/**
 * Locks and returns the workspace of an invitation to the caller.
 * @throws Refusal `NotFound` when the caller has no such invitation, or their account or address has changed.
 */
async function lockInvitingWorkspace(tx: Orm, origin: InviteeRequest, now: Date) {
  const { id, emailKey } = addresseeOf(origin)
  const invitation = await store.findInvitationTo(tx, id, emailKey, now)
  const workspace = invitation && (await lockWorkspace(tx, invitation.workspaceId))
  if (
    !workspace ||
    !(await lockVerifiedPersonForShare(tx, origin.caller.person.id, origin.caller.person.email))
  )
    throw notFound('invitation')
  return workspace
}

/** Makes the caller a member and returns the workspace's id. A caller who already is a member keeps their role. */
export async function acceptInvitation(services: Services, origin: InviteeRequest): Promise<string> {
  const { person } = origin.caller
  const at = services.now()
  return services.database.transaction(async (tx) => {
    const { workspaceId, quarantinedAt } = await lockInvitingWorkspace(tx, origin, at)
    if (quarantinedAt)
      throw new Refusal('WorkspaceQuarantined', 'The workspace is paused for suspicious activity.')
    const accepted = await store.answerInvitation(
      tx,
      addresseeOf(origin),
      { acceptedAt: at, acceptedByUserId: person.id },
      at,
    )
    if (!accepted) throw notFound('invitation')
    const membership = { workspaceId, userId: person.id, role: accepted.role, joinedAt: at }
    const record = activityRecorder(tx, origin, { workspaceId, at })
    if (await addMember(tx, membership)) await record('member.joined', person.email)
    return workspaceId
  })
}

/** Declines an invitation to the caller. */
export async function declineInvitation(services: Services, origin: InviteeRequest): Promise<void> {
  const at = services.now()
  await services.database.transaction(async (tx) => {
    const { workspaceId } = await lockInvitingWorkspace(tx, origin, at)
    if (!(await store.answerInvitation(tx, addresseeOf(origin), { declinedAt: at }, at)))
      throw notFound('invitation')
    await activityRecorder(tx, origin, { workspaceId, at })('member.declined', origin.caller.person.email)
  })
}
