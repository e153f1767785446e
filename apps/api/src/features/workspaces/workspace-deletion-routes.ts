/** Deleted workspaces: delete, list, restore (docs/product/workspaces.md#deletion). */
import { workspaces } from '@portal/contract/workspaces'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { deleteWorkspace, restorableMs, restoreDeletedWorkspace } from './workspace-actions.ts'
import { workspaceBody } from './workspace-body.ts'
import { listDeletedWorkspaces } from './workspace-deletion-store.ts'
import { listWorkspaces } from './workspace-store.ts'

export function workspaceDeletionRoutes(server: Server, services: Services): void {
  const { now } = services
  const db = services.database.orm

  server.serve(workspaces.delete, async (ask) => {
    await deleteWorkspace(services, ask)
    return undefined
  })

  server.serve(workspaces.listDeleted, async ({ caller }) => {
    const since = new Date(now().getTime() - restorableMs)
    const rows = await listDeletedWorkspaces(db, caller.person.id, since)
    return rows.map(({ deletedAt, ...row }) => ({
      ...row,
      deletedAt: deletedAt.toISOString(),
      restorableUntil: new Date(deletedAt.getTime() + restorableMs).toISOString(),
    }))
  })

  server.serve(workspaces.restore, async (ask) => {
    await restoreDeletedWorkspace(services, ask)
    const rows = await listWorkspaces(db, ask.caller.person.id)
    return { workspaces: rows.map(workspaceBody) }
  })
}
