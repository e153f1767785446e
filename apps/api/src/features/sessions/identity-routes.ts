/** Listing, approving and removing a user's ways to sign in. See docs/product/account.md#ways-to-sign-in. */
import { providerOf } from '@portal/contract/sessions/provider-name'
import { sessions } from '@portal/contract/sessions/sessions'
import { clearSessionCookies } from '../../http/headers/cookies.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { approveIdentity, removeIdentity } from './identity-actions.ts'
import { listIdentities } from './identity-store.ts'

export function identityRoutes(server: Server, services: Services): void {
  server.serve(sessions.identities, async ({ caller }) => {
    const rows = await listIdentities(services.database.orm, caller.person.id)
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

  server.serve(sessions.approveIdentity, async ({ body, caller }) => {
    await approveIdentity(services, caller, body.subject)
    return undefined
  })

  server.serve(sessions.removeIdentity, async ({ body, caller, reply }) => {
    await removeIdentity(services, caller, body.subject)
    if (body.subject === caller.subject) clearSessionCookies(reply, services.config)
    return undefined
  })
}
