/** API tokens of a workspace. */
import { defaultTokenExpiration, listPageMaxSize } from '@portal/contract/limits'
import { tokens } from '@portal/contract/tokens'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { listApiTokens, listOwnApiTokens } from './api-token-store.ts'
import { createToken, renameToken, requireToken, revokeToken } from './token-actions.ts'
import { tokenBody } from './token-body.ts'

export function tokenRoutes(server: Server, services: Services): void {
  const { now } = services
  const db = services.database.orm

  server.serve(tokens.list, async ({ params, query }) => {
    const isPaged = query.limit !== undefined || query.after !== undefined
    const page = isPaged ? { limit: Number(query.limit ?? listPageMaxSize), after: query.after } : {}
    const rows = await listApiTokens(db, params.workspaceId, page)
    return { authTokens: rows.map(tokenBody) }
  })

  server.serve(tokens.mine, async ({ caller }) => {
    const rows = await listOwnApiTokens(db, caller.person.id, now())
    return { authTokens: rows.map((row) => ({ ...tokenBody(row), workspace: row.workspace })) }
  })

  server.serve(tokens.create, async (ask) => {
    const { row, token } = await createToken(services, ask, {
      ...ask.body,
      expiration: ask.body.expiration ?? defaultTokenExpiration,
    })
    return { authToken: tokenBody(row), token }
  })

  server.serve(tokens.read, async ({ params }) => ({ authToken: tokenBody(await requireToken(db, params)) }))

  server.serve(tokens.rename, async (ask) => ({
    authToken: tokenBody(await renameToken(services, ask, ask.body.name)),
  }))

  server.serve(tokens.revoke, async (ask) => {
    await revokeToken(services, ask)
    return undefined
  })
}
