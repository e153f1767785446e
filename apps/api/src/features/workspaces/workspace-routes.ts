/** Workspaces: list, create, read, open (docs/product/workspaces.md). */
import type { ErrorType } from '@portal/contract/errors'
import { handoffCodeLifetimeMs, restorableMs } from '@portal/contract/limits'
import { withAsciiHost } from '@portal/contract/text/ascii-host'
import { cleanLine } from '@portal/contract/text/clean-line'
import { isRedirectPath, isUlid } from '@portal/contract/text/text-rules'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import type { FastifyRequest } from 'fastify'
import { ulid } from 'ulid'
import { hashOf, newSecret } from '../../crypto/secrets.ts'
import { checkLimit } from '../../guard/account-limits.ts'
import { requireOpenCredential } from '../../guard/credential-store.ts'
import { createOnce } from '../../guard/idempotency-store.ts'
import { invalid, notFound, Refusal } from '../../http/errors/refusal.ts'
import { cleanText } from '../../http/input/changed-fields.ts'
import { readListPage } from '../../http/lists/list-page.ts'
import type { Ask, Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { insertHandoffCode } from '../handoff/handoff-store.ts'
import { ownWorkspaceBody, workspaceBody } from './workspace-body.ts'
import { activityRecorder, checkMayOwnAnother } from './workspace-change-actions.ts'
import { countDeletedWorkspaces } from './workspace-deletion-store.ts'
import { authConnectUrl, instanceOf, needsConfirmation } from './workspace-rules.ts'
import * as store from './workspace-store.ts'

type WorkspaceAsk = Pick<Ask<typeof workspaces.read>, 'params' | 'caller'>

export function workspaceRoutes(server: Server, services: Services): void {
  const { config, database, now } = services
  const db = database.orm

  async function requireWorkspace({ params, caller }: WorkspaceAsk): Promise<store.WorkspaceRow> {
    const row = await store.findWorkspace(database, params.workspaceId, caller.person.id)
    if (!row) throw notFound('workspace')
    return row
  }

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
    const { body, caller } = ask
    const { id: userId } = caller.person
    const instance = instanceOf(body.instanceUrl, config)
    if ('problem' in instance) throw invalid('instanceUrl', instance.problem ?? '')
    const at = now()
    const displayName = cleanLine(body.displayName)
    const { result: newWorkspaceId } = await database.transaction(async (tx) =>
      createOnce(tx, ask, at, async () => {
        await checkMayOwnAnother(tx, userId, config)
        await requireOpenCredential(tx, caller)
        const since = new Date(at.getTime() - restorableMs)
        checkLimit('workspacesRestorable', await countDeletedWorkspaces(tx, userId, since), config)
        const id = ulid(at.getTime())
        await store.insertWorkspace(tx, {
          workspace: {
            id,
            displayName,
            description: cleanText(body.description),
            ...instance,
            isApprovalsEnabled: body.approvalsEnabled ?? false,
            creatorUserId: userId,
            token: '',
            createdAt: at,
          },
          isDefault: body.isDefault ?? false,
          isFavourite: body.isFavourite ?? false,
          isHidden: body.isHidden ?? false,
        })
        await activityRecorder(tx, services.jobs, ask, { workspaceId: id, at })(
          'workspace.created',
          displayName,
        )
        return id
      }),
    )
    const rows = await store.listWorkspaces(database, userId)
    return { workspaces: rows.map(workspaceBody), newWorkspaceId }
  })

  const read = async (ask: WorkspaceAsk) => ownWorkspaceBody(await requireWorkspace(ask), ask.caller)
  server.serve(workspaces.read, read)
  server.serve(workspaces.readByToken, read)

  // Redirects to the instance with a hand-off code (docs/product/hand-off.md#opening-a-workspace), or to the portal's confirmation page
  // while the user has not confirmed the instance's address.
  server.serve(
    workspaces.go,
    async (ask) => {
      const { workspaceId } = ask.params
      const { redirect } = ask.query
      const { person, sessionId } = ask.caller
      const row = await requireWorkspace(ask)
      if (sessionId === undefined) throw notFound('workspace')
      const confirmation = await store.findAddressConfirmation(db, workspaceId, person.id)
      if (needsConfirmation(row, person.id, confirmation)) {
        const query = redirect === undefined ? '' : `?redirect=${encodeURIComponent(redirect)}`
        return `${config.PORTAL_URL}/workspace/${workspaceId}/confirm${query}`
      }
      const code = newSecret()
      await insertHandoffCode(db, {
        codeHash: hashOf(code),
        userId: person.id,
        workspaceId,
        sessionId,
        instanceUrl: row.instanceUrl,
        expiresAt: new Date(now().getTime() + handoffCodeLifetimeMs),
      })
      return authConnectUrl(row.instanceUrl, { code, workspaceId, redirect })
    },
    goProblemPage,
  )

  server.serve(workspaces.confirmAddress, async (ask) => {
    const { instanceUrl } = await requireWorkspace(ask)
    if (withAsciiHost(instanceUrl) !== withAsciiHost(ask.body.instanceUrl))
      throw new Refusal(
        'Conflict',
        'The URL of this workspace has changed. Check the new URL, then confirm it.',
      )
    await store.confirmAddress(db, ask.params.workspaceId, ask.caller.person.id, instanceUrl)
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
