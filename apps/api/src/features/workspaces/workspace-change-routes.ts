/** Changes of a workspace by its owner, and each member's own flags (docs/product/workspaces.md#changes). */
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { notFound } from '../../http/errors/refusal.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { saveWorkspace } from './workspace-actions.ts'
import { workspaceBody } from './workspace-body.ts'
import { setDefaultWorkspace, setMemberFlag } from './workspace-change-store.ts'
import { findWorkspace, listWorkspaces } from './workspace-store.ts'

export function workspaceChangeRoutes(server: Server, services: Services): void {
  const { database } = services
  const db = database.orm

  async function requireBody(workspaceId: string, userId: string) {
    const row = await findWorkspace(database, workspaceId, userId)
    if (!row) throw notFound('workspace')
    return workspaceBody(row)
  }

  server.serve(workspaces.update, async (ask) => {
    await saveWorkspace(services, workspaces.update, ask, ask.body)
    const rows = await listWorkspaces(database, ask.caller.person.id)
    return rows.map(workspaceBody)
  })

  server.serve(workspaces.setApprovals, async (ask) => {
    await saveWorkspace(services, workspaces.setApprovals, ask, ask.body)
    return requireBody(ask.params.workspaceId, ask.caller.person.id)
  })

  server.serve(workspaces.setFavourite, async ({ params, body, caller }) => {
    const of = { workspaceId: params.workspaceId, userId: caller.person.id }
    await setMemberFlag(database, of, 'isFavourite', body.isFavourite)
    return requireBody(of.workspaceId, of.userId)
  })

  server.serve(workspaces.setHidden, async ({ params, body, caller }) => {
    const of = { workspaceId: params.workspaceId, userId: caller.person.id }
    await setMemberFlag(database, of, 'isHidden', body.isHidden)
    return requireBody(of.workspaceId, of.userId)
  })

  server.serve(workspaces.setDefault, async ({ params, caller }) => {
    await setDefaultWorkspace(db, caller.person.id, params.workspaceId)
    return undefined
  })
}
