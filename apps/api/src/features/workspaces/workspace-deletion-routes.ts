/** Deleting a workspace, and having it back (RULES section 6). */
import { restorableDays } from '@portal/contract/limits'
import { workspaces } from '@portal/contract/workspaces'
import { checkStanding } from '../../http/access.ts'
import { notFound } from '../../http/refusal.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { recordActivity } from '../activity/activity-store.ts'
import { workspaceBody } from './workspace-body.ts'
import * as store from './workspace-deletion-store.ts'
import { lockStanding } from './workspace-lock-store.ts'
import { listWorkspaces } from './workspace-store.ts'

const restorableMs = restorableDays * 86_400_000

export function workspaceDeletionRoutes(server: Server, { database, now }: Services): void {
  const db = database.orm

  server.serve(workspaces.delete, async ({ params, caller, request }) => {
    const { workspaceId } = params
    const ownerUserId = caller.person.id
    const at = now()
    await database.transaction(async (tx) => {
      const standing = await lockStanding(tx, workspaceId, ownerUserId)
      const workspace = checkStanding(standing, workspaces.delete.access)
      await store.deleteWorkspaces(tx, { ownerUserId, workspaceId }, at)
      await recordActivity(tx, {
        workspaceId,
        actorUserId: ownerUserId,
        act: 'workspace.deleted',
        subject: workspace.displayName,
        ipAddress: request.ip,
        at,
      })
    })
    return undefined
  })

  server.serve(workspaces.listDeleted, async ({ caller }) => {
    const since = new Date(now().getTime() - restorableMs)
    const rows = await store.listDeletedWorkspaces(db, caller.person.id, since)
    return rows.map(({ deletedAt, ...row }) => ({
      ...row,
      deletedAt: deletedAt.toISOString(),
      restorableUntil: new Date(deletedAt.getTime() + restorableMs).toISOString(),
    }))
  })

  server.serve(workspaces.restore, async ({ params, caller, request }) => {
    const { workspaceId } = params
    const ownerUserId = caller.person.id
    const at = now()
    await database.transaction(async (tx) => {
      const since = new Date(at.getTime() - restorableMs)
      const isRestored = await store.restoreWorkspace(tx, { ownerUserId, workspaceId }, since)
      if (!isRestored) throw notFound('deleted workspace')
      await recordActivity(tx, {
        workspaceId,
        actorUserId: ownerUserId,
        act: 'workspace.restored',
        ipAddress: request.ip,
        at,
      })
    })
    const rows = await listWorkspaces(db, ownerUserId)
    return { workspaces: rows.map(workspaceBody) }
  })
}
