/** Staff pause a workspace, or end the pause (SPEC section 2; RULES sections 3, 4, 6 and 9). */
import { workspaces } from '@portal/contract/workspaces'
import { notFound } from '../../http/refusal.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { recordActivity } from '../activity/activity-store.ts'
import { recordStaffAct } from '../people/staff-record-store.ts'
import { setWorkspaceQuarantine } from './workspace-change-store.ts'
import { lockWorkspace } from './workspace-lock-store.ts'

export function workspaceQuarantineRoutes(server: Server, { database, now }: Services): void {
  /** Its tokens are refused while it lasts, and not revoked. A pause that is there keeps its date. */
  server.serve(workspaces.setQuarantine, async ({ params, body, caller, request }) => {
    const at = now()
    return database.transaction(async (tx) => {
      const found = await lockWorkspace(tx, params.workspaceId)
      if (!found) throw notFound('workspace')
      const { workspaceId, displayName } = found
      const before = found.quarantinedAt?.toISOString() ?? null
      const quarantinedAt = body.isQuarantined ? (found.quarantinedAt ?? at) : null
      const after = quarantinedAt?.toISOString() ?? null
      const act = body.isQuarantined ? 'workspace.quarantined' : 'workspace.unquarantined'
      await recordStaffAct(tx, {
        staffUserId: caller.person.id,
        act,
        aboutWorkspaceId: workspaceId,
        before: { quarantinedAt: before },
        after: { quarantinedAt: after },
        reason: body.reason,
        ipAddress: request.ip,
        at,
      })
      if (before !== after) {
        await setWorkspaceQuarantine(tx, workspaceId, quarantinedAt)
        // Which member of staff it was, and from where, stands in the staff records alone.
        await recordActivity(tx, {
          workspaceId,
          actorUserId: null,
          act,
          subject: 'by staff',
          ipAddress: null,
          at,
        })
      }
      return { workspace: { id: workspaceId, displayName, quarantinedAt: after } }
    })
  })
}
