/** Invitations: what the invitee sees and answers, and what the members who invite can do with them. */
import { invitations } from '@portal/contract/invitations/invitations'
import { normalizeEmail } from '@portal/contract/text/text-rules'
import { hashOf } from '../../crypto/secrets.ts'
import { notFound } from '../../http/errors/refusal.ts'
import { readListPage } from '../../http/lists/list-page.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { acceptInvitation, declineInvitation } from './invitation-actions.ts'
import { emailHint, invitationBody } from './invitation-rules.ts'
import { findInvitationByCode, listInvitationsTo, type OwnInvitationRow } from './invitation-store.ts'
import { createInvitationLink, resendInvitation, withdrawInvitation } from './sent-invitation-actions.ts'

export function invitationRoutes(server: Server, services: Services): void {
  const { now } = services
  const db = services.database.orm

  server.serve(invitations.mine, async (ask) => {
    const emailKey = normalizeEmail(ask.caller.person.email)
    const rows = await readListPage(services, ask, {
      call: invitations.mine,
      keyOf: ({ id }: OwnInvitationRow) => [id] as const,
      read: ({ limit, after }) => listInvitationsTo(db, emailKey, now(), { limit, after: after?.[0] }),
    })
    return rows.map(invitationBody)
  })

  server.serve(invitations.byCode, async ({ params, caller }) => {
    const { email, emailVerified } = caller.person
    const row = await findInvitationByCode(db, hashOf(params.code), now())
    if (!row) throw notFound('invitation')
    const isForYou = emailVerified && normalizeEmail(email) === row.emailKey
    return { isForYou, emailHint: emailHint(row.email), invitation: isForYou ? invitationBody(row) : null }
  })

  server.serve(invitations.accept, async (ask) => ({ workspaceId: await acceptInvitation(services, ask) }))

  server.serve(invitations.decline, async (ask) => {
    await declineInvitation(services, ask)
    return undefined
  })

  server.serve(invitations.resend, async (ask) => {
    await resendInvitation(services, ask)
    return undefined
  })

  server.serve(invitations.link, async (ask) => ({ url: await createInvitationLink(services, ask) }))

  server.serve(invitations.withdraw, async (ask) => {
    await withdrawInvitation(services, ask)
    return undefined
  })
}
