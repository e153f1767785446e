/** Deleted workspaces: delete, list, restore (docs/product/workspaces.md#deletion). */
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { readListPage } from '../../http/lists/list-page.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { deleteWorkspace, restorableMs, restoreDeletedWorkspace } from './workspace-actions.ts'
import { workspaceBody } from './workspace-body.ts'
import {
  type DeletedWorkspaceKey,
  type DeletedWorkspaceRow,
  listDeletedWorkspaces,
} from './workspace-deletion-store.ts'
import { listWorkspaces } from './workspace-store.ts'

export function workspaceDeletionRoutes(server: Server, services: Services): void {
  const { database, now } = services
  const db = database.orm

  server.serve(workspaces.delete, async (ask) => {
    await deleteWorkspace(services, ask)
    return {}
  })

  server.serve(workspaces.listDeleted, async (ask) => {
    const of = { ownerUserId: ask.caller.person.id, since: new Date(now().getTime() - restorableMs) }
    const rows = await readListPage(services, ask, {
      call: workspaces.listDeleted,
      keyOf: ({ deletedAt, id }: DeletedWorkspaceRow): DeletedWorkspaceKey => [deletedAt.toISOString(), id],
      read: (page) => listDeletedWorkspaces(db, of, page),
    })
    return rows.map(({ deletedAt, ...row }) => ({
      ...row,
      deletedAt: deletedAt.toISOString(),
      restorableUntil: new Date(deletedAt.getTime() + restorableMs).toISOString(),
    }))
  })

  server.serve(workspaces.restore, async (ask) => {
    await restoreDeletedWorkspace(services, ask)
    const rows = await listWorkspaces(database, ask.caller.person.id)
    return { workspaces: rows.map(workspaceBody) }
  })
}
