/** Listing, approving and removing a user's ways to sign in. See docs/product/account.md#ways-to-sign-in. */
import { providerOf } from '@portal/contract/sessions/provider-name'
import { sessions } from '@portal/contract/sessions/sessions'
import { requireOpenCredential } from '../../guard/credential-store.ts'
import { notFound, Refusal } from '../../http/errors/refusal.ts'
import { clearSessionCookies } from '../../http/headers/cookies.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { mailLinkedIdentity, mailRemovedIdentity } from './identity-notice-actions.ts'
import * as store from './identity-store.ts'
import { endSessionsOfIdentity } from './session-actions.ts'

export function identityRoutes(server: Server, services: Services): void {
  const { config, database, now } = services

  server.serve(sessions.identities, async ({ caller }) => {
    const rows = await store.listIdentities(database.orm, caller.person.id)
    return rows.map((row) => ({
      subject: row.subject,
      provider: providerOf(row.subject),
      email: row.email,
      isEmailVerified: row.isEmailVerified,
      createdAt: row.createdAt.toISOString(),
      lastSignInAt: row.lastSignInAt.toISOString(),
      isCurrent: row.subject === caller.subject,
      isWaiting: row.status === 'waiting',
    }))
  })

  server.serve(sessions.approveIdentity, async ({ body: { subject }, caller }) => {
    const { id } = caller.person
    await database.transaction(async (tx) => {
      const { email, identities } = await store.lockIdentities(tx, id)
      await requireOpenCredential(tx, caller)
      const identity = identities.find((candidate) => candidate.subject === subject)
      if (identity?.status !== 'waiting') throw notFound('way to sign in')
      await store.linkIdentity(tx, subject)
      await mailLinkedIdentity(services, tx, { id, email }, subject)
    })
    return undefined
  })

  server.serve(sessions.removeIdentity, async ({ body: { subject }, caller, reply }) => {
    const { id } = caller.person
    const at = now()
    await database.transaction(async (tx) => {
      const { email, emailVerified, identities } = await store.lockIdentities(tx, id)
      await requireOpenCredential(tx, caller)
      const identity = identities.find((candidate) => candidate.subject === subject)
      if (!identity) throw notFound('way to sign in')
      const remaining = identities.find(
        (candidate) => candidate.status === 'linked' && candidate.subject !== subject,
      )
      if (!remaining)
        throw new Refusal(
          'Conflict',
          'This is your only way to sign in. Add another one before you remove it.',
        )
      // The row stays as removed, so that the identity does not join the account again by its address.
      await store.markIdentityRemoved(tx, { userId: id, subject, remaining: remaining.subject }, at)
      await endSessionsOfIdentity(tx, { userId: id, subject }, at)
      if (identity.status === 'linked' && emailVerified)
        await mailRemovedIdentity(services, tx, { id, email }, subject)
    })
    if (subject === caller.subject) clearSessionCookies(reply, config)
    return undefined
  })
}
