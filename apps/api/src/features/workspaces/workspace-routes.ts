/** Workspaces: list, create, read, open (docs/product/workspaces.md). */
import type { ErrorType } from '@portal/contract/errors'
import { withAsciiHost } from '@portal/contract/text/ascii-host'
import { isRedirectPath, isUlid } from '@portal/contract/text/text-rules'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import type { FastifyRequest } from 'fastify'
import { notFound, Refusal } from '../../http/errors/refusal.ts'
import { readListPage } from '../../http/lists/list-page.ts'
import type { Ask, Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { openWorkspace } from './open-workspace-actions.ts'
import { createWorkspace } from './workspace-actions.ts'
import { ownWorkspaceBody, workspaceBody } from './workspace-body.ts'
import * as store from './workspace-store.ts'

type WorkspaceRead = Pick<Ask<typeof workspaces.read>, 'params' | 'caller'>

export function workspaceRoutes(server: Server, services: Services): void {
  const { database } = services
  const db = database.orm

  server.serve(workspaces.list, async (ask) => {
    const { caller } = ask
    const userId = caller.person.id
    if (caller.token && caller.token.permission !== 'manage') {
      const own = await store.findWorkspace(database, caller.token.workspaceId, userId)
      return own ? [ownWorkspaceBody(own, caller)] : []
    }
    const rows = await readListPage(services, ask, {
      call: workspaces.list,
      keyOf: ({ id }: store.WorkspaceRow) => [id] as const,
      findKey: (id) => (isUlid(id) ? ([id] as const) : undefined),
      read: ({ limit, after }) => store.listWorkspacesPage(database, userId, { limit, after: after?.[0] }),
    })
    return rows.map(workspaceBody)
  })

  server.serve(workspaces.create, async (ask) => {
    const newWorkspaceId = await createWorkspace(services, ask, ask.body)
    const rows = await store.listWorkspaces(database, ask.caller.person.id)
    return { workspaces: rows.map(workspaceBody), newWorkspaceId }
  })

  async function read({ params, caller }: WorkspaceRead) {
    const row = await store.findWorkspace(database, params.workspaceId, caller.person.id)
    if (!row) throw notFound('workspace')
    return ownWorkspaceBody(row, caller)
  }
  server.serve(workspaces.read, read)
  server.serve(workspaces.readByToken, read)

  server.serve(
    workspaces.go,
    async ({ params, query, caller }) =>
      openWorkspace(
        services,
        { userId: caller.person.id, sessionId: caller.sessionId },
        { workspaceId: params.workspaceId, redirect: query.redirect },
      ),
    goProblemPage,
  )

  server.serve(workspaces.confirmAddress, async ({ params, body, caller }) => {
    const row = await store.findWorkspace(database, params.workspaceId, caller.person.id)
    if (!row) throw notFound('workspace')
    if (withAsciiHost(row.instanceUrl) !== withAsciiHost(body.instanceUrl))
      throw new Refusal(
        'Conflict',
        'The URL of this workspace has changed. Check the new URL, then confirm it.',
      )
    await store.confirmAddress(db, params.workspaceId, caller.person.id, row.instanceUrl)
    return undefined
  })
}

const goProblems: Partial<Record<ErrorType, string>> = {
  NotFound: '/not-a-member',
  NotAllowed: '/not-a-member',
  WorkspaceQuarantined: '/not-a-member?reason=quarantined',
  ValidationError: '/not-a-member?reason=address',
}

/** A signed-out user returns to the workspace after signing in. */
function goProblemPage({ type, status }: Refusal, { url, query }: FastifyRequest): string | undefined {
  if (status !== 401) return goProblems[type]
  const [, id] = /^\/workspaces\/([0-9A-Za-z]{1,64})\/go(?:\?|$)/.exec(url) ?? []
  if (id === undefined) return undefined
  const { redirect } = query as { redirect?: unknown }
  const search = isRedirectPath(redirect) ? `?redirect=${encodeURIComponent(redirect)}` : ''
  return `/workspace/${id}/go${search}`
}
