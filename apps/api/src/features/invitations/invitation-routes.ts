/** Invitations: what the invitee sees and answers, and what the members who invite can do with them (docs/product/invitations.md). */
import { type Invitation, invitations } from '@portal/contract/invitations/invitations'
import { normalizeEmail } from '@portal/contract/text/text-rules'
import { truncateText } from '@portal/contract/text/truncate-text'
import { hashOf } from '../../crypto/secrets.ts'
import type { Orm } from '../../db/database.ts'
import { notFound, Refusal } from '../../http/errors/refusal.ts'
import { readListPage } from '../../http/lists/list-page.ts'
import type { Ask, Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { addMember, lockVerifiedPersonForShare } from '../members/member-store.ts'
import { activityRecorder, changeWorkspace } from '../workspaces/workspace-change-actions.ts'
import { lockWorkspace } from '../workspaces/workspace-lock-store.ts'
import { createLink, expiryAfter, lockInviterForShare, mailInvitation } from './invitation-actions.ts'
import * as store from './invitation-store.ts'

export function invitationRoutes(server: Server, services: Services): void {
  const { config, database, now } = services
  const db = database.orm

  server.serve(invitations.mine, async (ask) => {
    const emailKey = normalizeEmail(ask.caller.person.email)
    const rows = await readListPage(services, ask, {
      call: invitations.mine,
      keyOf: ({ id }: store.OwnInvitationRow) => [id] as const,
      read: ({ limit, after }) => store.listInvitationsTo(db, emailKey, now(), { limit, after: after?.[0] }),
    })
    return rows.map(invitationBody)
  })

  server.serve(invitations.byCode, async ({ params, caller }) => {
    const { email, emailVerified } = caller.person
    const row = await store.findInvitationByCode(db, hashOf(params.code), now())
    if (!row) throw notFound('invitation')
    const isForYou = emailVerified && normalizeEmail(email) === row.emailKey
    return { isForYou, emailHint: emailHint(row.email), invitation: isForYou ? invitationBody(row) : null }
  })

  // A caller who already is a member keeps their role.
  server.serve(invitations.accept, async (ask) => {
    const { person } = ask.caller
    const at = now()
    return database.transaction(async (tx) => {
      const { workspaceId, quarantinedAt } = await lockInvitingWorkspace(tx, ask, at)
      if (quarantinedAt)
        throw new Refusal('WorkspaceQuarantined', 'The workspace is paused for suspicious activity.')
      const answer = { acceptedAt: at, acceptedByUserId: person.id }
      const accepted = await store.answerInvitation(tx, addresseeOf(ask), answer, at)
      if (!accepted) throw notFound('invitation')
      const membership = { workspaceId, userId: person.id, role: accepted.role, joinedAt: at }
      if (await addMember(tx, membership))
        await activityRecorder(tx, services.jobs, ask, { workspaceId, at })('member.joined', person.email)
      return { workspaceId }
    })
  })

  server.serve(invitations.decline, async (ask) => {
    const at = now()
    return database.transaction(async (tx) => {
      const { workspaceId } = await lockInvitingWorkspace(tx, ask, at)
      if (!(await store.answerInvitation(tx, addresseeOf(ask), { declinedAt: at }, at)))
        throw notFound('invitation')
      await activityRecorder(tx, services.jobs, ask, { workspaceId, at })(
        'member.declined',
        ask.caller.person.email,
      )
      return undefined
    })
  })

  // Also extends an expired invitation.
  server.serve(invitations.resend, async (ask) => {
    const { workspaceId, invitationId: id } = ask.params
    return changeWorkspace(services, invitations.resend, ask, async (change) => {
      const { tx, at, record } = change
      await lockInviterForShare(tx, ask)
      const renewal = { sentAt: at, expiresAt: expiryAfter(at), invitedByUserId: ask.caller.person.id }
      const invitation = await store.updateInvitation(tx, { workspaceId, id }, renewal)
      if (!invitation) throw notFound('invitation')
      await mailInvitation(services, ask, change, invitation)
      await record('member.invitation-resent', invitation.email)
      return undefined
    })
  })

  server.serve(invitations.link, async (ask) => {
    const { workspaceId, invitationId: id } = ask.params
    return changeWorkspace(services, invitations.link, ask, async ({ tx, at }) => {
      const invitation = await store.findOpenInvitation(tx, { workspaceId, id })
      if (!invitation) throw notFound('invitation')
      if (invitation.expiresAt <= at)
        throw new Refusal('NotFound', 'The invitation has expired. Resend it to get a new link.')
      return { url: await createLink(tx, id, at, config) }
    })
  })

  server.serve(invitations.withdraw, async (ask) => {
    const { workspaceId, invitationId: id } = ask.params
    return changeWorkspace(services, invitations.withdraw, ask, async ({ tx, at, record }) => {
      const invitation = await store.updateInvitation(tx, { workspaceId, id }, { withdrawnAt: at })
      if (!invitation) throw notFound('invitation')
      await record('member.invitation-withdrawn', invitation.email)
      return undefined
    })
  })
}

type InviteeAsk = Ask<typeof invitations.accept | typeof invitations.decline>

const addresseeOf = ({ params, caller }: InviteeAsk) => ({
  id: params.invitationId,
  emailKey: normalizeEmail(caller.person.email),
})

/**
 * Locks and returns the workspace of an invitation to the caller.
 * @throws Refusal `NotFound` when the caller has no such invitation, or their account or address has changed.
 */
async function lockInvitingWorkspace(tx: Orm, ask: InviteeAsk, now: Date) {
  const { id, emailKey } = addresseeOf(ask)
  const { person } = ask.caller
  const invitation = await store.findInvitationTo(tx, id, emailKey, now)
  const workspace = invitation && (await lockWorkspace(tx, invitation.workspaceId))
  if (!workspace || !(await lockVerifiedPersonForShare(tx, person.id, person.email)))
    throw notFound('invitation')
  return workspace
}

/** Converts a row to the invitation that the invitee sees. */
function invitationBody(row: store.OwnInvitationRow): Invitation {
  return {
    id: row.id,
    workspaceName: row.workspaceName,
    role: row.role,
    invitedBy: { firstName: row.firstName, lastName: row.lastName },
    sentAt: row.sentAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }
}

/** Masks `pat@mail.example.com` as `p•••@m•••.com`: its owner recognizes the address, other users don't learn it. */
function emailHint(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const ending = domain.slice(domain.lastIndexOf('.'))
  return `${truncateText(email, 1)}•••@${truncateText(domain, 1)}•••${ending}`
}
