/** Members of a workspace: list, invite, change a role, remove, leave (docs/product/members.md). */
import { type Member, memberRights, members } from '@portal/contract/members/members'
import { may, type WorkspaceRole } from '@portal/contract/members/roles'
import { isPaged } from '@portal/contract/paging'
import { normalizeEmail } from '@portal/contract/text/text-rules'
import type { Orm } from '../../db/database.ts'
import { checkStanding } from '../../guard/access.ts'
import { countMail } from '../../guard/mail-limits.ts'
import { notFound, Refusal } from '../../http/errors/refusal.ts'
import { readListPage } from '../../http/lists/list-page.ts'
import type { Ask, Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { inviteMember } from '../invitations/invitation-actions.ts'
import { findOpenInvitation, updateInvitation } from '../invitations/invitation-store.ts'
import { listOpenTokensOf, type OpenTokenKey, type OpenTokenRow } from '../tokens/token-store.ts'
import { deleteTrustRule } from '../trust-rules/trust-rule-store.ts'
import { changeWorkspace, type WorkspaceChange } from '../workspaces/workspace-change-actions.ts'
import { listLeftBehind, listTrustRulesBy, withdrawInvitationsBy } from './left-behind-store.ts'
import {
  findMemberKey,
  keyOfMember,
  type ListedMember,
  listMembers,
  listMembersPage,
} from './member-list-store.ts'
import { removedMail } from './member-mails.ts'
import * as store from './member-store.ts'
import { mailChangedRole } from './role-notice-jobs.ts'

const noneLeftBehind = { invitations: [], shownTokens: [], trustRules: [] }

const ownerLocked = (message: string) => new Refusal('OwnerLocked', message)

export function memberRoutes(server: Server, services: Services): void {
  const { config, database, jobs, now } = services
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

  // Also changes the role that an open invitation offers.
  server.serve(members.changeRole, async (ask) => {
    const { workspaceId } = ask.params
    const { userId, role, ...choices } = ask.body
    await changeWorkspace(services, members.changeRole, ask, async (change) => {
      const { tx, workspace, at, record } = change
      const holder = await findRoleHolder(tx, workspaceId, userId, at)
      if (!holder) throw notFound('member')
      const { email: to, role: previousRole } = holder
      if (previousRole === 'OWNER')
        throw ownerLocked("The owner's role can't be changed. Offer ownership to another member instead.")
      if (role === 'OWNER')
        throw ownerLocked("You can't make a member the owner directly. Offer them ownership instead.")
      if (previousRole === role) throw new Refusal('Conflict', `${to} already has this role.`)
      await holder.setRole(role)
      await record('member.role-changed', `${to}: ${previousRole} → ${role}`)
      if (!may(role, memberRights.inviteMember)) await settleLeftBehind(ask, change, userId, choices)
      if (!holder.isMailed) return
      const by = ask.caller.person
      const changed = { workspaceId, workspaceName: workspace.displayName, userId, to, previousRole, role }
      await mailChangedRole(services, tx, { ...changed, by, at })
    })
    return listAll(workspaceId)
  })

  /** Ends the membership of another member, and mails them. If the mail would exceed a limit, it is left out. */
  async function removeMember(
    ask: Ask<typeof members.remove>,
    change: WorkspaceChange,
    { userId, email: to, emailVerified }: store.MemberRow,
  ): Promise<void> {
    const { tx, workspace, at, record } = change
    const { workspaceId, displayName: workspaceName } = workspace
    const by = ask.caller.person
    const { hadOffer } = await store.endMembership(tx, { workspaceId, userId }, by.id, at)
    if (hadOffer) await record('ownership.offer-withdrawn', to)
    await record('member.removed', to)
    await settleLeftBehind(ask, change, userId, ask.body)
    if (!emailVerified || userId === by.id) return
    if (!(await countMail(tx, { byUserId: by.id, workspaceId, to, at }, config)))
      await jobs.sendMail(tx, by.id, removedMail({ to, workspaceName, by }, config))
  }

  // Removes the members with an address, and withdraws the open invitation that it has.
  server.serve(members.remove, async (ask) => {
    const { workspaceId } = ask.params
    const { email } = ask.body
    await changeWorkspace(services, members.remove, ask, async (change) => {
      const { tx, at, record } = change
      const found = await store.findMembersByEmail(tx, workspaceId, email)
      const removable = found.filter((member) => member.role !== 'OWNER')
      if (found.length > 0 && removable.length === 0) throw ownerLocked("The owner can't be removed.")
      for (const member of removable) await removeMember(ask, change, member)
      const invitee = { workspaceId, emailKey: normalizeEmail(email) }
      const invitation = await updateInvitation(tx, invitee, { withdrawnAt: at })
      if (invitation) await record('member.invitation-withdrawn', invitation.email)
      if (removable.length === 0 && !invitation) throw notFound('member')
    })
    return listAll(workspaceId)
  })

  server.serve(members.access, async (ask) => {
    const { params, caller } = ask
    if (params.userId !== caller.person.id) checkStanding(caller.standing, members.remove.access)
    const member = await store.findMember(db, params.workspaceId, params.userId)
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

  async function leave(ask: Ask<typeof members.leave | typeof members.leaveByDelete>): Promise<void> {
    const { id: userId, email } = ask.caller.person
    await changeWorkspace(services, members.leave, ask, async (change) => {
      const { tx, workspace, at, record } = change
      const { workspaceId, role } = workspace
      if (role === 'OWNER')
        throw ownerLocked("The owner can't leave. Offer ownership to a member, or delete the workspace.")
      const { hadOffer } = await store.endMembership(tx, { workspaceId, userId }, userId, at)
      if (hadOffer) await record('ownership.declined', email)
      await record('member.left', email)
      await settleLeftBehind(ask, change, userId, {})
    })
  }

  server.serve(members.leave, async (ask) => {
    await leave(ask)
    return undefined
  })

  server.serve(members.leaveByDelete, async (ask) => {
    await leave(ask)
    // The caller is no longer a member and must not see the addresses of invitees.
    return listAll(ask.params.workspaceId, false)
  })
}

/** Finds the member with this id, or else the invitee of the open invitation with this id, whose role can change. */
async function findRoleHolder(tx: Orm, workspaceId: string, id: string, now: Date) {
  const member = await store.findMember(tx, workspaceId, id)
  if (member) {
    const setRole = (next: WorkspaceRole) => store.setRole(tx, workspaceId, id, next)
    return { ...member, isMailed: member.emailVerified, setRole }
  }
  const invitation = await findOpenInvitation(tx, { workspaceId, id })
  if (!invitation || invitation.expiresAt <= now) return undefined
  const setRole = (next: WorkspaceRole) => updateInvitation(tx, { workspaceId, id }, { role: next })
  // Invitees aren't mailed: the invitation shows them the new role.
  return { ...invitation, isMailed: false, setRole }
}

/**
 * Withdraws the open invitations of a member who may no longer invite, because each would let a person in on their word. Deletes
 * their trust rules with the tokens that these issued, if asked.
 */
async function settleLeftBehind(
  { caller }: Pick<Ask<typeof members.leave>, 'caller'>,
  { tx, workspace: { workspaceId }, at, record }: WorkspaceChange,
  userId: string,
  choices: { keepsInvitations?: boolean | undefined; deletesTrustRules?: boolean | undefined },
): Promise<void> {
  if (!choices.keepsInvitations)
    for (const { email } of await withdrawInvitationsBy(tx, { workspaceId, userId }, at))
      await record('member.invitation-withdrawn', email)
  if (!choices.deletesTrustRules) return
  if (caller.token) throw new Refusal('NotAllowed', "A token can't delete trust rules. Sign in to do this.")
  for (const rule of await listTrustRulesBy(tx, { workspaceIds: [workspaceId], userId })) {
    await deleteTrustRule(tx, rule.id, caller.person.id, at)
    await record('trust-rule.deleted', `${rule.serviceAccount.name}: ${rule.name}`)
  }
}

/** Converts a row to the API's format. An invitee's row reveals nothing about whether the address has an account. */
function memberBody(row: ListedMember, now: Date): Member {
  const { id, email, role, firstName, lastName, nickname, signupAt, sentAt, expiresAt } = row
  const invitation = sentAt &&
    expiresAt && {
      id,
      sentAt: sentAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      isExpired: expiresAt <= now,
    }
  return {
    userId: id,
    email,
    role,
    status: invitation ? 'invited' : 'active',
    firstName,
    lastName,
    nickname: nickname?.trim() || email.split('@')[0] || email,
    signupAt: signupAt?.toISOString() ?? null,
    invitation,
  }
}
