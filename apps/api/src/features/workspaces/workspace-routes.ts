/** Workspaces: list, create, read, open (SPEC sections 4 to 7; RULES sections 3 and 6). */

import { handoffCodeLifetimeMs, listPageMaxSize } from '@portal/contract/limits'
import { workspaces } from '@portal/contract/workspaces'
import { ulid } from 'ulid'
import { invalid, notFound, Refusal } from '../../http/refusal.ts'
import { hashOf, newSecret } from '../../http/secrets.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { holdPerson } from '../account/account-store.ts'
import { recordActivity } from '../activity/activity-store.ts'
import { insertHandoffCode } from '../handoff/handoff-store.ts'
import { workspaceBody } from './workspace-body.ts'
import { authConnectUrl, instanceOf, needsConfirmation } from './workspace-rules.ts'
import * as store from './workspace-store.ts'

export function workspaceRoutes(server: Server, { config, database, now }: Services): void {
  const db = database.orm

  server.serve(
    workspaces.list,
    async ({ query, caller }) => {
      const userId = caller.person.id
      if (caller.token) {
        const own = await store.findWorkspace(db, caller.token.workspaceId, userId)
        return own ? [workspaceBody(own)] : []
      }
      const isPaged = query.limit !== undefined || query.after !== undefined
      const rows = isPaged
        ? await store.listWorkspacesPage(db, userId, {
            limit: Number(query.limit ?? listPageMaxSize),
            after: query.after ?? '',
          })
        : store.readWorkspacesOfSession(caller.along)
      return rows.map(workspaceBody)
    },
    'workspaces',
  )

  server.serve(workspaces.create, async ({ body, caller, request }) => {
    const instance = instanceOf(body.instanceUrl, config)
    if ('problem' in instance) throw invalid('instanceUrl', instance.problem ?? '')
    const at = now()
    const id = ulid(at.getTime())
    const displayName = body.displayName.trim().normalize('NFC')
    await database.transaction(async (tx) => {
      // A workspace made while its creator's account is deleted would be nobody's.
      if (!(await holdPerson(tx, caller.person.id))) throw new Refusal('NotSignedIn', 'Sign in first.')
      await store.insertWorkspace(tx, {
        workspace: {
          id,
          displayName,
          description: body.description?.trim().normalize('NFC') || null,
          ...instance,
          isApprovalsEnabled: body.approvalsEnabled ?? false,
          creatorUserId: caller.person.id,
          token: newSecret(),
          createdAt: at,
        },
        isDefault: body.isDefault ?? false,
        isFavourite: body.isFavourite ?? false,
        isHidden: body.isHidden ?? false,
      })
      await recordActivity(tx, {
        workspaceId: id,
        actorUserId: caller.person.id,
        act: 'workspace.created',
        subject: displayName,
        ipAddress: request.ip,
        at,
      })
    })
    const rows = await store.listWorkspaces(db, caller.person.id)
    return { workspaces: rows.map(workspaceBody), newWorkspaceId: id }
  })

  server.serve(workspaces.read, async ({ params, caller }) => {
    const row = await store.findWorkspace(db, params.workspaceId, caller.person.id)
    if (!row) throw notFound('workspace')
    return workspaceBody(row)
  })

  server.serve(workspaces.go, async ({ params, query, caller }) => {
    const { workspaceId } = params
    const userId = caller.person.id
    const row = await store.findWorkspace(db, workspaceId, userId)
    if (!row || caller.sessionId === undefined) throw notFound('workspace')
    const confirmed = await store.findConfirmedAddress(db, workspaceId, userId)
    if (needsConfirmation(row, userId, confirmed)) {
      const redirect = query.redirect === undefined ? '' : `?redirect=${encodeURIComponent(query.redirect)}`
      return `${config.PORTAL_URL}/workspace/${workspaceId}/confirm${redirect}`
    }
    const code = newSecret()
    await insertHandoffCode(db, {
      codeHash: hashOf(code),
      userId,
      workspaceId,
      sessionId: caller.sessionId,
      instanceUrl: row.instanceUrl,
      expiresAt: new Date(now().getTime() + handoffCodeLifetimeMs),
    })
    return authConnectUrl(row.instanceUrl, { code, workspaceId, redirect: query.redirect })
  })

  server.serve(workspaces.confirmAddress, async ({ params, body, caller }) => {
    const row = await store.findWorkspace(db, params.workspaceId, caller.person.id)
    if (!row) throw notFound('workspace')
    if (row.instanceUrl !== body.instanceUrl)
      throw new Refusal('Conflict', 'The address of this workspace has changed. Look at the new one first.')
    await store.confirmAddress(db, params.workspaceId, caller.person.id, row.instanceUrl)
    return undefined
  })
}
