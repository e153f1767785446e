/** Members of a workspace: list, invite, change a role, remove, leave. */
import { members } from '@portal/contract/members'
import { notFound } from '../../http/refusal.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { inviteMember } from '../invitations/sent-invitation-actions.ts'
import { listOpenTokensOf } from '../tokens/token-store.ts'
import type { WorkspaceRequest } from '../workspaces/workspace-change-actions.ts'
import { changeRole, leaveWorkspace, removeMember } from './member-actions.ts'
import { listMembersAndInvitees, listMembersPage } from './member-list.ts'
import { activeMember, mergeMembers } from './member-rules.ts'
import { findMember, listMembers, readMembersOfWorkspace } from './member-store.ts'

export function memberRoutes(server: Server, services: Services): void {
  const { now } = services
  const db = services.database.orm

  server.serve(
    members.list,
    async ({ params, query, caller }) => {
      const { workspaceId } = params
      const { limit, after } = query
      const includesInvitees = caller.token === undefined
      if (limit !== undefined || after !== undefined)
        return listMembersPage(db, workspaceId, { limit, after, includesInvitees }, now())
      if (!includesInvitees) return (await listMembers(db, workspaceId)).map(activeMember)
      const { active, invited } = readMembersOfWorkspace(caller.preloaded)
      return mergeMembers(invited, active, now())
    },
    'members',
  )

  server.serve(members.invite, async (ask) => {
    await inviteMember(services, ask, ask.body)
    return listMembersAndInvitees(db, ask.params.workspaceId, now())
  })

  server.serve(members.changeRole, async (ask) => {
    await changeRole(services, ask, ask.body)
    return listMembersAndInvitees(db, ask.params.workspaceId, now())
  })

  server.serve(members.remove, async (ask) => {
    await removeMember(services, ask, ask.body.email)
    return listMembersAndInvitees(db, ask.params.workspaceId, now())
  })

  server.serve(members.access, async ({ params }) => {
    const member = await findMember(db, params.workspaceId, params.userId)
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

  async function leave(ask: WorkspaceRequest): Promise<undefined> {
    await leaveWorkspace(services, ask)
    return undefined
  }
  server.serve(members.leave, leave)
  server.serve(members.leaveByDelete, leave)
}
