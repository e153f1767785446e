/** Invitations as the inviting members have them: send again, copy a link, take back (RULES section 6). */
import { invitations } from '@portal/contract/invitations'
import { invitationLifetimeDays } from '@portal/contract/limits'
import type { Orm } from '../../db/database.ts'
import { checkStanding } from '../../http/access.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { hashOf, newSecret } from '../../http/secrets.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { recordActivity } from '../activity/activity-store.ts'
import { lockStanding } from '../workspaces/workspace-lock-store.ts'
import { invitationMail, invitationUrl } from '../workspaces/workspace-mails.ts'
import * as store from './invitation-store.ts'

const dayMs = 86_400_000

export function sentInvitationRoutes(server: Server, { config, database, jobs, now }: Services): void {
  server.serve(invitations.resend, async ({ params, caller, request }) => {
    const { person } = caller
    const { workspaceId, invitationId } = params
    const at = now()
    const expiresAt = new Date(at.getTime() + invitationLifetimeDays * dayMs)
    await database.transaction(async (tx) => {
      const standing = await lockStanding(tx, workspaceId, person.id)
      const workspace = checkStanding(standing, invitations.resend.access)
      const renewal = { sentAt: at, expiresAt, invitedByUserId: person.id }
      const row = await store.renewInvitation(tx, { workspaceId, id: invitationId }, renewal)
      if (!row) throw notFound('invitation')
      const code = await makeCode(tx, row.id, at)
      const facts = {
        invitedBy: person,
        workspaceName: workspace.displayName,
        role: row.role,
        code,
        expiresAt,
      }
      await jobs.send(tx, 'mail.send', invitationMail({ to: row.email, ...facts }, config))
      await recordActivity(tx, {
        workspaceId,
        actorUserId: person.id,
        act: 'member.invitation-resent',
        subject: row.email,
        ipAddress: request.ip,
        at,
      })
    })
    return undefined
  })

  server.serve(invitations.link, async ({ params, caller }) => {
    const { workspaceId, invitationId } = params
    const at = now()
    return database.transaction(async (tx) => {
      checkStanding(await lockStanding(tx, workspaceId, caller.person.id), invitations.link.access)
      const row = await store.findOpenInvitation(tx, { workspaceId, id: invitationId })
      if (!row) throw notFound('invitation')
      if (row.expiresAt <= at)
        throw new Refusal('NotFound', 'The invitation has expired. Send it again first.')
      return { url: invitationUrl(await makeCode(tx, row.id, at), config) }
    })
  })

  server.serve(invitations.withdraw, async ({ params, caller, request }) => {
    const { workspaceId, invitationId } = params
    const at = now()
    await database.transaction(async (tx) => {
      checkStanding(await lockStanding(tx, workspaceId, caller.person.id), invitations.withdraw.access)
      const row = await store.withdrawInvitation(tx, { workspaceId, id: invitationId }, at)
      if (!row) throw notFound('invitation')
      await recordActivity(tx, {
        workspaceId,
        actorUserId: caller.person.id,
        act: 'member.invitation-withdrawn',
        subject: row.email,
        ipAddress: request.ip,
        at,
      })
    })
    return undefined
  })
}

/** Each mail and each copied link has a code of its own; only its hash is kept. */
async function makeCode(tx: Orm, invitationId: string, at: Date): Promise<string> {
  const code = newSecret()
  await store.insertCode(tx, { codeHash: hashOf(code), invitationId, createdAt: at })
  return code
}
