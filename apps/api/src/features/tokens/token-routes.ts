/** API tokens of a workspace. */
import { tokens } from '@portal/contract/tokens/tokens'
import { readListPage } from '../../http/lists/list-page.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import {
  type ApiTokenRow,
  findTokenKey,
  keyOfToken,
  listApiTokens,
  listOwnApiTokens,
} from './api-token-store.ts'
import {
  createToken,
  pauseToken,
  renameToken,
  requireToken,
  resumeToken,
  revokeToken,
} from './token-actions.ts'
import { tokenBody } from './token-body.ts'
import { listRefusals } from './token-refusal-store.ts'
import { moveToken, retireSecrets, rotateToken } from './token-rotation-actions.ts'

export function tokenRoutes(server: Server, services: Services): void {
  const { now } = services
  const db = services.database.orm
  const body = (row: ApiTokenRow) => tokenBody(row, now())

  server.serve(tokens.list, async (ask) => {
    const { workspaceId } = ask.params
    const rows = await readListPage(services, ask, {
      call: tokens.list,
      keyOf: keyOfToken,
      findKey: (id) => findTokenKey(db, workspaceId, id),
      read: (page) => listApiTokens(db, workspaceId, page),
    })
    return { authTokens: rows.map(body), maxLifetimeMs: services.config.API_TOKEN_MAX_LIFETIME }
  })

  server.serve(tokens.mine, async (ask) => {
    const rows = await readListPage(services, ask, {
      call: tokens.mine,
      keyOf: keyOfToken,
      read: (page) => listOwnApiTokens(db, ask.caller.person.id, now(), page),
    })
    return { authTokens: rows.map((row) => ({ ...body(row), workspace: row.workspace })) }
  })

  server.serve(tokens.create, async (ask) => {
    const { row, token } = await createToken(services, ask, ask.body)
    return { authToken: body(row), token }
  })

  server.serve(tokens.read, async ({ params }) => ({ authToken: body(await requireToken(db, params)) }))

  server.serve(tokens.rename, async (ask) => ({
    authToken: body(await renameToken(services, ask, ask.body.name)),
  }))

  server.serve(tokens.revoke, async (ask) => {
    await revokeToken(services, ask)
    return undefined
  })

  server.serve(tokens.rotate, async (ask) => {
    const { row, token } = await rotateToken(services, ask, ask.body ?? {})
    return { authToken: body(row), token }
  })

  server.serve(tokens.move, async (ask) => {
    const { row, token } = await moveToken(services, ask, ask.body)
    return { authToken: body(row), token }
  })

  server.serve(tokens.retire, async (ask) => ({ authToken: body(await retireSecrets(services, ask)) }))

  server.serve(tokens.pause, async (ask) => ({
    authToken: body(await pauseToken(services, ask, ask.body.for)),
  }))

  server.serve(tokens.resume, async (ask) => ({ authToken: body(await resumeToken(services, ask)) }))

  server.serve(tokens.refusals, async ({ params }) => {
    const { id } = await requireToken(db, params)
    const rows = await listRefusals(db, id)
    return { refusals: rows.map(({ at, ...row }) => ({ at: at.toISOString(), ...row })) }
  })
}
