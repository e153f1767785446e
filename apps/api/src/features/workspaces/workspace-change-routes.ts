/** Changes of a workspace by its owner, and a member's own marks (SPEC sections 4 to 7; RULES section 6). */
import type { WorkspaceSave } from '@portal/contract/workspaces'
import { workspaces } from '@portal/contract/workspaces'
import { checkStanding } from '../../http/access.ts'
import { notFound } from '../../http/refusal.ts'
import type { Ask, Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { recordActivity } from '../activity/activity-store.ts'
import { revokeTokensOfWorkspace } from '../tokens/token-store.ts'
import { workspaceBody } from './workspace-body.ts'
import { plannedChange } from './workspace-change-rules.ts'
import * as store from './workspace-change-store.ts'
import { lockStanding } from './workspace-lock-store.ts'
import { findWorkspace, listWorkspaces } from './workspace-store.ts'

export function workspaceChangeRoutes(server: Server, { config, database, now }: Services): void {
  const db = database.orm

  async function bodyOf(workspaceId: string, userId: string) {
    const row = await findWorkspace(db, workspaceId, userId)
    if (!row) throw notFound('workspace')
    return workspaceBody(row)
  }

  type OwnersCall = typeof workspaces.update | typeof workspaces.setApprovals

  async function save(call: OwnersCall, change: WorkspaceSave, ask: Ask<OwnersCall>): Promise<void> {
    const { workspaceId } = ask.params
    const { person } = ask.caller
    const at = now()
    await database.transaction(async (tx) => {
      checkStanding(await lockStanding(tx, workspaceId, person.id), call.access)
      const before = await store.findChangeable(tx, workspaceId)
      if (!before) throw notFound('workspace')
      const planned = plannedChange(before, change, config)
      await store.updateWorkspace(tx, workspaceId, planned.set)
      // What the old instance was given must not outlive its being the instance.
      if (planned.isMoved) await revokeTokensOfWorkspace(tx, { workspaceId, kind: 'instance' }, person.id, at)
      for (const act of planned.acts)
        await recordActivity(tx, {
          workspaceId,
          actorUserId: person.id,
          ...act,
          ipAddress: ask.request.ip,
          at,
        })
    })
  }

  server.serve(workspaces.update, async (ask) => {
    await save(workspaces.update, ask.body, ask)
    const rows = await listWorkspaces(db, ask.caller.person.id)
    return rows.map(workspaceBody)
  })

  server.serve(workspaces.setApprovals, async (ask) => {
    await save(workspaces.setApprovals, ask.body, ask)
    return bodyOf(ask.params.workspaceId, ask.caller.person.id)
  })

  server.serve(workspaces.setFavourite, async ({ params, body, caller }) => {
    const of = { workspaceId: params.workspaceId, userId: caller.person.id }
    await store.markForMember(db, of, { isFavourite: body.isFavourite })
    return bodyOf(of.workspaceId, of.userId)
  })

  server.serve(workspaces.setHidden, async ({ params, body, caller }) => {
    const of = { workspaceId: params.workspaceId, userId: caller.person.id }
    await store.markForMember(db, of, { isHidden: body.isHidden })
    return bodyOf(of.workspaceId, of.userId)
  })

  server.serve(workspaces.setDefault, async ({ params, caller }) => {
    await store.setDefaultWorkspace(db, caller.person.id, params.workspaceId)
    return undefined
  })
}
