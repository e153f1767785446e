/** Members of a workspace: list, invite, change a role, remove, leave. */

import { members } from '@portal/contract/members/members'
import { isPaged } from '@portal/contract/paging'
import { checkStanding } from '../../guard/access.ts'
import { notFound } from '../../http/errors/refusal.ts'
import { readListPage } from '../../http/lists/list-page.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { inviteMember } from '../invitations/invitation-actions.ts'
import { listOpenTokensOf, type OpenTokenKey, type OpenTokenRow } from '../tokens/token-store.ts'
import { listLeftBehind } from './left-behind-store.ts'
import { changeRole, leaveWorkspace, removeMember } from './member-actions.ts'
import {
  findMemberKey,
  keyOfMember,
  type ListedMember,
  listMembers,
  listMembersPage,
} from './member-list-store.ts'
import { memberBody } from './member-rules.ts'
import { findMember } from './member-store.ts'

const noneLeftBehind = { invitations: [], shownTokens: [], trustRules: [] }

export function memberRoutes(server: Server, services: Services): void {
  const { database, now } = services
  const db = database.orm
  const bodies = (rows: ListedMember[]) => rows.map((row) => memberBody(row, now()))
  const listAll = async (workspaceId: string, includesInvitees = true) =>
    bodies(await listMembers(database, { workspaceId, includesInvitees }))

  server.serve(members.list, async (ask) => {
    const { workspaceId } = ask.params
    const { query, caller } = ask
    const scope = { workspaceId, includesInvitees: caller.token === undefined }
    // The platform's clients use tokens and don't follow `Link` headers, so they get all rows.
    if (caller.token && !isPaged(query)) return bodies(await listMembers(database, scope))
    const rows = await readListPage(services, ask, {
      call: members.list,
      keyOf: keyOfMember,
      findKey: (id) => findMemberKey(db, workspaceId, id),
      read: (page) => listMembersPage(database, scope, page),
    })
    return bodies(rows)
  })

  server.serve(members.invite, async (ask) => {
    await inviteMember(services, ask, ask.body)
    return listAll(ask.params.workspaceId)
  })

  server.serve(members.changeRole, async (ask) => {
    await changeRole(services, ask, ask.body)
    return listAll(ask.params.workspaceId)
  })

  server.serve(members.remove, async (ask) => {
    await removeMember(services, ask, ask.body)
    return listAll(ask.params.workspaceId)
  })

  server.serve(members.access, async (ask) => {
    const { params, caller } = ask
    if (params.userId !== caller.person.id) checkStanding(caller.standing, members.remove.access)
    const member = await findMember(db, params.workspaceId, params.userId)
    if (!member) throw notFound('member')
    const of = { ...params, now: now() }
    const leaver = { userId: params.userId, workspaceIds: [params.workspaceId] }
    const isFirstPage = ask.query.after === undefined
    const leftBehind = isFirstPage ? await listLeftBehind(db, leaver, of.now) : noneLeftBehind
    const rows = await readListPage(services, ask, {
      call: members.access,
      keyOf: ({ createdAt, id }: OpenTokenRow): OpenTokenKey => [createdAt.toISOString(), id],
      read: (page) => listOpenTokensOf(db, of, page),
    })
    return {
      ...leftBehind,
      tokens: rows.map((row) => ({
        ...row,
        createdAt: row.createdAt.toISOString(),
        lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
      })),
    }
  })

  server.serve(members.leave, async (ask) => {
    await leaveWorkspace(services, ask)
    return undefined
  })

  server.serve(members.leaveByDelete, async (ask) => {
    await leaveWorkspace(services, ask)
    // The caller is no longer a member and must not see the addresses of invitees.
    return listAll(ask.params.workspaceId, false)
  })
}
