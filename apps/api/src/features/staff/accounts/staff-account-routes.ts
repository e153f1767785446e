/** Restores accounts, ends their sessions and revokes their tokens. See docs/product/staff.md#sessions-and-tokens. */
import { staffAccounts } from '@portal/contract/staff/accounts/accounts'
import type { Ask, Server } from '../../../http/serve.ts'
import type { Services } from '../../../services.ts'
import {
  endSessions,
  restoreAccount,
  revokeTokens,
  type StaffAccountRequest,
} from './staff-account-actions.ts'
import { userRecordOf } from './staff-account-store.ts'
import { undoJoin } from './undo-join-actions.ts'

type AccountCall = (typeof staffAccounts)[keyof typeof staffAccounts]

const requestOf = ({ params, body, caller, request }: Ask<AccountCall>): StaffAccountRequest => ({
  userId: params.userId,
  staffUserId: caller.person.id,
  reason: body.reason,
  ipAddress: request.ip,
})

export function staffAccountRoutes(server: Server, services: Services): void {
  server.serve(staffAccounts.restore, async (ask) => ({
    user: userRecordOf(await restoreAccount(services, requestOf(ask))),
  }))

  server.serve(staffAccounts.undoJoin, async (ask) => ({
    user: userRecordOf(await undoJoin(services, requestOf(ask))),
  }))

  server.serve(staffAccounts.endSessions, async (ask) => ({
    endedCount: await endSessions(services, requestOf(ask)),
  }))

  server.serve(staffAccounts.revokeTokens, async (ask) => ({
    revokedCount: await revokeTokens(services, requestOf(ask)),
  }))
}
