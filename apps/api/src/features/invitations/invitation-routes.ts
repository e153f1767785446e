/** Invitations as the invited person has them: see, accept, decline (RULES section 6). */
import { invitations } from '@portal/contract/invitations'
import { normalizeEmail } from '@portal/contract/text-rules'
import type { Orm } from '../../db/database.ts'
import type { Person } from '../../http/caller.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { hashOf } from '../../http/secrets.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { recordActivity } from '../activity/activity-store.ts'
import { addMember, holdVerifiedPerson } from '../members/member-store.ts'
import { lockWorkspace } from '../workspaces/workspace-lock-store.ts'
import { emailHint, invitationBody } from './invitation-rules.ts'
import * as store from './invitation-store.ts'

/** The address that the guard has found verified. */
const keyOf = (person: Person) => normalizeEmail(person.email)

interface Addressee {
  id: string
  emailKey: string
}

/** The workspace of an invitation that the person can answer, locked. Everybody else meets 404. */
async function lockInvited(tx: Orm, to: Addressee, person: Person, now: Date) {
  const invitation = await store.findInvitationTo(tx, to.id, to.emailKey, now)
  const workspace = invitation && (await lockWorkspace(tx, invitation.workspaceId))
  if (!workspace || !(await holdVerifiedPerson(tx, person.id, to.emailKey))) throw notFound('invitation')
  return workspace
}

export function invitationRoutes(server: Server, { database, now }: Services): void {
  const db = database.orm

  server.serve(invitations.mine, async ({ caller }) => {
    const rows = await store.listInvitationsTo(db, keyOf(caller.person), now())
    return rows.map(invitationBody)
  })

  server.serve(invitations.byCode, async ({ params, caller }) => {
    const { person } = caller
    const row = await store.findInvitationByCode(db, hashOf(params.code), now())
    if (!row) throw notFound('invitation')
    const isForYou = person.emailVerified && keyOf(person) === row.emailKey
    return { isForYou, emailHint: emailHint(row.email), invitation: isForYou ? invitationBody(row) : null }
  })

  server.serve(invitations.accept, async ({ params, caller, request }) => {
    const { person } = caller
    const at = now()
    const to = { id: params.invitationId, emailKey: keyOf(person) }
    return database.transaction(async (tx) => {
      const { workspaceId, quarantinedAt } = await lockInvited(tx, to, person, at)
      if (quarantinedAt)
        throw new Refusal('WorkspaceQuarantined', 'The workspace is paused for suspicious activity.')
      const accepted = await store.answerInvitation(tx, to, 'acceptedAt', at)
      if (!accepted) throw notFound('invitation')
      const membership = { workspaceId, userId: person.id, role: accepted.role, joinedAt: at }
      if (await addMember(tx, membership))
        await recordActivity(tx, {
          workspaceId,
          actorUserId: person.id,
          act: 'member.joined',
          subject: person.email,
          ipAddress: request.ip,
          at,
        })
      return { workspaceId }
    })
  })

  server.serve(invitations.decline, async ({ params, caller, request }) => {
    const { person } = caller
    const at = now()
    const to = { id: params.invitationId, emailKey: keyOf(person) }
    await database.transaction(async (tx) => {
      const { workspaceId } = await lockInvited(tx, to, person, at)
      if (!(await store.answerInvitation(tx, to, 'declinedAt', at))) throw notFound('invitation')
      await recordActivity(tx, {
        workspaceId,
        actorUserId: person.id,
        act: 'member.declined',
        subject: person.email,
        ipAddress: request.ip,
        at,
      })
    })
    return undefined
  })
}
