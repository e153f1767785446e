/** Quarantining a workspace and lifting the quarantine. See docs/product/staff.md#quarantine-and-suspension. */
import { staffPauses } from '@portal/contract/staff/pauses'
import { notFound } from '../../../http/refusal.ts'
import type { Server } from '../../../http/serve.ts'
import type { Services } from '../../../services.ts'
import { changeWorkspacePause } from './change-pause.ts'
import { pauseEndOf } from './pause-rules.ts'
import { lockPausableWorkspace } from './pause-store.ts'

export function workspacePauseRoutes(server: Server, services: Services): void {
  const { database, now } = services

  server.serve(staffPauses.setWorkspaceQuarantine, async ({ params, body, caller, request }) => {
    const at = now()
    const { isQuarantined: isPaused, reason } = body
    const until = pauseEndOf(body, isPaused, at)
    const change = { isPaused, reason, until, byUserId: caller.person.id, at }
    return database.transaction(async (tx) => {
      const workspace = await lockPausableWorkspace(tx, params.workspaceId)
      if (!workspace) throw notFound('workspace')
      const { id, displayName, pause } = await changeWorkspacePause(
        services,
        tx,
        workspace,
        change,
        request.ip,
      )
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
  })
}
