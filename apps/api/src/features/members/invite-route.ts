/** Offering membership to an address (SPEC sections 2, 5, 7 and 8; RULES section 6). */
import { invitationLifetimeDays } from '@portal/contract/limits'
import { type Member, members } from '@portal/contract/members'
import { normalizeEmail } from '@portal/contract/text-rules'
import { ulid } from 'ulid'
import type { Orm } from '../../db/database.ts'
import { checkStanding } from '../../http/access.ts'
import { Refusal } from '../../http/refusal.ts'
import { hashOf, newSecret } from '../../http/secrets.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { recordActivity } from '../activity/activity-store.ts'
import * as invitations from '../invitations/invitation-store.ts'
import { lockStanding } from '../workspaces/workspace-lock-store.ts'
import { invitationMail } from '../workspaces/workspace-mails.ts'
import { findMembersByEmail } from './member-store.ts'

const dayMs = 86_400_000

type Sending = Parameters<typeof invitations.renewInvitation>[2] & { email: string }

/** The open invitation of the address, sent once more; or a new one. */
async function renewOrInsert(tx: Orm, workspaceId: string, sending: Sending) {
  const emailKey = normalizeEmail(sending.email)
  const before = await invitations.findOpenInvitation(tx, { workspaceId, emailKey })
  const renewed = before && (await invitations.renewInvitation(tx, { workspaceId, emailKey }, sending))
  if (renewed) return { invitation: renewed, before }
  const id = ulid(sending.sentAt.getTime())
  const role = sending.role ?? 'EDITOR'
  const invitation = { id, emailKey, ...sending, role }
  await invitations.insertInvitation(tx, { workspaceId, createdAt: sending.sentAt, ...invitation })
  return { invitation, before: undefined }
}

/** No account is looked for, and none is needed: the answer tells nothing about the address, and takes the same time. */
export function inviteRoute(
  server: Server,
  { config, database, jobs, now }: Services,
  listAll: (workspaceId: string) => Promise<Member[]>,
): void {
  server.serve(members.invite, async ({ params, body, caller, request }) => {
    const { workspaceId } = params
    const { person } = caller
    if (body.role === 'OWNER')
      throw new Refusal(
        'OwnerLocked',
        'Nobody is invited as owner. Invite them first, then offer the ownership.',
      )
    const at = now()
    const sending = {
      email: body.email.trim().normalize('NFC'),
      role: body.role,
      sentAt: at,
      expiresAt: new Date(at.getTime() + invitationLifetimeDays * dayMs),
      invitedByUserId: person.id,
    }
    await database.transaction(async (tx) => {
      const workspace = checkStanding(await lockStanding(tx, workspaceId, person.id), members.invite.access)
      const already = await findMembersByEmail(tx, workspaceId, normalizeEmail(sending.email))
      if (already.length > 0)
        throw new Refusal('AlreadyMember', `${sending.email} is already a member of this workspace.`)
      const { invitation, before } = await renewOrInsert(tx, workspaceId, sending)
      const { email, role, expiresAt } = invitation
      const code = newSecret()
      await invitations.insertCode(tx, { codeHash: hashOf(code), invitationId: invitation.id, createdAt: at })
      const facts = { invitedBy: person, workspaceName: workspace.displayName, role, code, expiresAt }
      await jobs.send(tx, 'mail.send', invitationMail({ to: email, ...facts }, config))
      const hasNewRole = before !== undefined && before.role !== role
      await recordActivity(tx, {
        workspaceId,
        actorUserId: person.id,
        act: before ? 'member.invitation-resent' : 'member.invited',
        subject: hasNewRole ? `${email}: ${before.role} → ${role}` : email,
        ipAddress: request.ip,
        at,
      })
    })
    return listAll(workspaceId)
  })
}
