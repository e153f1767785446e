/** Members of a workspace: list, invite, change a role, remove, leave. */
import { listPageMaxSize } from '@portal/contract/limits'
import { type Member, members } from '@portal/contract/members'
import { normalizeEmail } from '@portal/contract/text-rules'
import type { Orm } from '../../db/database.ts'
import { checkStanding } from '../../http/access.ts'
import { invalid, notFound, Refusal } from '../../http/refusal.ts'
import type { Ask, Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { recordActivity } from '../activity/activity-store.ts'
import {
  findInvitationKey,
  listOpenInvitations,
  withdrawInvitation,
} from '../invitations/invitation-store.ts'
import { listOpenTokensOf } from '../tokens/token-store.ts'
import { lockStanding } from '../workspaces/workspace-lock-store.ts'
import { removedMail } from '../workspaces/workspace-mails.ts'
import { changeRoleRoute } from './change-role-route.ts'
import { inviteRoute } from './invite-route.ts'
import { activeMember, mergedMembers } from './member-rules.ts'
import * as store from './member-store.ts'

type LeaveCall = typeof members.leave | typeof members.leaveByDelete

const ownerLocked = (message: string) => new Refusal('OwnerLocked', message)

export function memberRoutes(server: Server, services: Services): void {
  const { config, database, jobs, now } = services
  const db = database.orm

  async function listAll(workspaceId: string): Promise<Member[]> {
    const { active, invited } = await store.listMembersAndInvited(db, workspaceId)
    return mergedMembers(invited, active, now())
  }

  /** `after` is the `userId` of the last row, or the id of its invitation. */
  async function pageOf(workspaceId: string, query: { limit?: string; after?: string }, isToken: boolean) {
    const limit = Number(query.limit ?? listPageMaxSize)
    const after = query.after === undefined ? undefined : await keyOf(db, workspaceId, query.after)
    const behindOwner = after?.isOwner ? undefined : after
    const invited = isToken ? [] : await listOpenInvitations(db, workspaceId, { limit, after: behindOwner })
    const active = await store.listMembersPage(db, workspaceId, { limit, after })
    return mergedMembers(invited, active, now()).slice(0, limit)
  }

  server.serve(
    members.list,
    async ({ params, query, caller }) => {
      const { workspaceId } = params
      if (query.limit !== undefined || query.after !== undefined)
        return pageOf(workspaceId, query, caller.token !== undefined)
      if (caller.token) return (await store.listMembers(db, workspaceId)).map(activeMember)
      const { active, invited } = store.readMembersOfWorkspace(caller.along)
      return mergedMembers(invited, active, now())
    },
    'members',
  )

  inviteRoute(server, services, listAll)

  changeRoleRoute(server, services, listAll)

  server.serve(members.remove, async ({ params, body, caller, request }) => {
    const { workspaceId } = params
    const emailKey = normalizeEmail(body.email)
    const at = now()
    const by = { workspaceId, actorUserId: caller.person.id, ipAddress: request.ip, at }
    await database.transaction(async (tx) => {
      const standing = await lockStanding(tx, workspaceId, caller.person.id)
      const workspace = checkStanding(standing, members.remove.access)
      const found = await store.findMembersByEmail(tx, workspaceId, emailKey)
      const removable = found.filter((member) => member.role !== 'OWNER')
      if (found.length > 0 && removable.length === 0) throw ownerLocked('The owner cannot be removed.')
      for (const member of removable) {
        const { hadOffer } = await store.endMembership(
          tx,
          { workspaceId, userId: member.userId },
          by.actorUserId,
          at,
        )
        if (hadOffer)
          await recordActivity(tx, { ...by, act: 'ownership.offer-withdrawn', subject: member.email })
        await recordActivity(tx, { ...by, act: 'member.removed', subject: member.email })
        const facts = { workspaceName: workspace.displayName, by: caller.person }
        if (member.emailVerified && member.userId !== caller.person.id)
          await jobs.send(tx, 'mail.send', removedMail({ to: member.email, ...facts }, config))
      }
      const invitation = await withdrawInvitation(tx, { workspaceId, emailKey }, at)
      if (invitation)
        await recordActivity(tx, { ...by, act: 'member.invitation-withdrawn', subject: invitation.email })
      if (removable.length === 0 && !invitation) throw notFound('member')
    })
    return listAll(workspaceId)
  })

  server.serve(members.access, async ({ params }) => {
    const member = await store.findMember(db, params.workspaceId, params.userId)
    if (!member) throw notFound('member')
    const rows = await listOpenTokensOf(db, params, now())
    return {
      tokens: rows.map((row) => ({
        ...row,
        createdAt: row.createdAt.toISOString(),
        lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
      })),
    }
  })

  async function leave({ params, caller, request }: Ask<LeaveCall>): Promise<undefined> {
    const { workspaceId } = params
    const { id: userId, email } = caller.person
    const at = now()
    const by = { workspaceId, actorUserId: userId, ipAddress: request.ip, at }
    await database.transaction(async (tx) => {
      const { role } = checkStanding(await lockStanding(tx, workspaceId, userId), members.leave.access)
      if (role === 'OWNER')
        throw ownerLocked('The owner cannot leave. Hand the workspace over first, or delete it.')
      const { hadOffer } = await store.endMembership(tx, { workspaceId, userId }, userId, at)
      if (hadOffer) await recordActivity(tx, { ...by, act: 'ownership.declined', subject: email })
      await recordActivity(tx, { ...by, act: 'member.left', subject: email })
    })
    return undefined
  }
  server.serve(members.leave, leave)
  server.serve(members.leaveByDelete, leave)
}

async function keyOf(db: Orm, workspaceId: string, after: string): Promise<store.MemberKey> {
  const invitation = await findInvitationKey(db, workspaceId, after)
  if (invitation) return { ...invitation, isOwner: false }
  const member = await store.findMemberKey(db, workspaceId, after)
  if (!member) throw invalid('after', 'This is not the id of a member or of an invitation.')
  return member
}
