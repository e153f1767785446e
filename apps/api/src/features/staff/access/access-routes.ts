/** Ends the sessions or revokes the tokens of a user. See docs/product/staff.md#sessions-and-tokens. */
import { staffAccounts } from '@portal/contract/staff/accounts'
import type { Ask, Server } from '../../../http/serve.ts'
import type { Services } from '../../../services.ts'
import { endSessions, revokeTokens } from './access-actions.ts'

type AccessCall = typeof staffAccounts.endSessions | typeof staffAccounts.revokeTokens

const requestOf = ({ params, body, caller, request }: Ask<AccessCall>) => ({
  userId: params.userId,
  staffUserId: caller.person.id,
  reason: body.reason,
  ipAddress: request.ip,
})

export function accessRoutes(server: Server, services: Services): void {
  server.serve(staffAccounts.endSessions, async (ask) => ({
    endedCount: await endSessions(services, requestOf(ask)),
  }))

  server.serve(staffAccounts.revokeTokens, async (ask) => ({
    revokedCount: await revokeTokens(services, requestOf(ask)),
  }))
}
