/** Pausing accounts and workspaces, and ending pauses. See docs/product/staff.md#quarantine-and-suspension. */
import { staffPauses } from '@portal/contract/staff/pauses/pauses'
import type { Ask, Server } from '../../../http/serve.ts'
import type { Services } from '../../../services.ts'
import { userRecordOf } from '../accounts/staff-account-store.ts'
import { type PauseRequest, pauseAccount, pauseWorkspace } from './pause-actions.ts'
import type { PausableAccount } from './pause-store.ts'

type PauseCall =
  | typeof staffPauses.setUserQuarantine
  | typeof staffPauses.setUserSuspension
  | typeof staffPauses.setWorkspaceQuarantine

function requestOf(isPaused: boolean, { body, caller, request }: Ask<PauseCall>): PauseRequest {
  const { reason, until } = body
  return { isPaused, reason, until, staffUserId: caller.person.id, ipAddress: request.ip }
}

const accountBody = (account: PausableAccount) => ({
  user: userRecordOf({
    ...account,
    quarantinedAt: account.quarantine.since,
    suspendedAt: account.suspension.since,
  }),
})

export function pauseRoutes(server: Server, services: Services): void {
  server.serve(staffPauses.setUserQuarantine, async (ask) => {
    const { isQuarantined, keepsInvitations } = ask.body
    const request = { ...requestOf(isQuarantined, ask), keepsInvitations }
    return accountBody(await pauseAccount(services, ask.params.userId, 'quarantine', request))
  })

  server.serve(staffPauses.setUserSuspension, async (ask) => {
    const { isSuspended, keepsInvitations } = ask.body
    const request = { ...requestOf(isSuspended, ask), keepsInvitations }
    return accountBody(await pauseAccount(services, ask.params.userId, 'suspension', request))
  })

  server.serve(staffPauses.setWorkspaceQuarantine, async (ask) => {
    const request = requestOf(ask.body.isQuarantined, ask)
    const { id, displayName, pause } = await pauseWorkspace(services, ask.params.workspaceId, request)
    return {
      workspace: {
        id,
        displayName,
        quarantinedAt: pause.since?.toISOString() ?? null,
        reason: pause.reason,
        until: pause.until?.toISOString() ?? null,
      },
    }
  })
}
