/** Changing a role: that of a member, or the one that an open invitation offers. */
import { type Member, members } from '@portal/contract/members'
import type { WorkspaceRole } from '@portal/contract/permissions'
import type { Orm } from '../../db/database.ts'
import { checkStanding } from '../../http/access.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { recordActivity } from '../activity/activity-store.ts'
import { findOpenInvitation, setInvitedRole } from '../invitations/invitation-store.ts'
import { lockStanding } from '../workspaces/workspace-lock-store.ts'
import { roleChangedMail } from '../workspaces/workspace-mails.ts'
import { findMember, setRole } from './member-store.ts'

/** The row of the list that a role belongs to. */
interface RoleHolder {
  email: string
  role: WorkspaceRole
  /** Whether the address may be mailed. An invitee finds the new role in the invitation that they have. */
  isMailed: boolean
  setRole(role: WorkspaceRole): Promise<void>
}

/** The member with this id, else the invitee of the open invitation with this id. */
async function findRoleHolder(
  tx: Orm,
  workspaceId: string,
  id: string,
  now: Date,
): Promise<RoleHolder | undefined> {
  const member = await findMember(tx, workspaceId, id)
  if (member) {
    const { email, role, emailVerified: isMailed } = member
    return { email, role, isMailed, setRole: (next) => setRole(tx, workspaceId, id, next) }
  }
  const invitation = await findOpenInvitation(tx, { workspaceId, id })
  if (!invitation || invitation.expiresAt <= now) return undefined
  const { email, role } = invitation
  return { email, role, isMailed: false, setRole: (next) => setInvitedRole(tx, { workspaceId, id }, next) }
}

export function changeRoleRoute(
  server: Server,
  { config, database, jobs, now }: Services,
  listAll: (workspaceId: string) => Promise<Member[]>,
): void {
  server.serve(members.changeRole, async ({ params, body, caller, request }) => {
    const { workspaceId } = params
    const { role } = body
    const at = now()
    await database.transaction(async (tx) => {
      const standing = await lockStanding(tx, workspaceId, caller.person.id)
      const workspace = checkStanding(standing, members.changeRole.access)
      const holder = await findRoleHolder(tx, workspaceId, body.userId, at)
      if (!holder) throw notFound('member')
      if (holder.role === 'OWNER') throw new Refusal('OwnerLocked', "The owner's role cannot be changed.")
      if (role === 'OWNER')
        throw new Refusal('OwnerLocked', 'Ownership moves only by an offer that the other person accepts.')
      if (holder.role === role) throw new Refusal('Conflict', `${holder.email} has this role already.`)
      await holder.setRole(role)
      await recordActivity(tx, {
        workspaceId,
        actorUserId: caller.person.id,
        act: 'member.role-changed',
        subject: `${holder.email}: ${holder.role} → ${role}`,
        ipAddress: request.ip,
        at,
      })
      const facts = { workspaceName: workspace.displayName, role, by: caller.person }
      if (holder.isMailed)
        await jobs.send(tx, 'mail.send', roleChangedMail({ to: holder.email, ...facts }, config))
    })
    return listAll(workspaceId)
  })
}
