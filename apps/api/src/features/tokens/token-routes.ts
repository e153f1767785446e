/** API tokens of a workspace (SPEC sections 2, 5 to 7; RULES section 7). */
import { listPageMaxSize } from '@portal/contract/limits'
import { tokens } from '@portal/contract/tokens'
import { ulid } from 'ulid'
import type { Orm } from '../../db/database.ts'
import { notFound } from '../../http/refusal.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { recordActivity } from '../activity/activity-store.ts'
import { holdMembership } from '../workspaces/workspace-lock-store.ts'
import * as store from './api-token-store.ts'
import { tokenBody } from './token-body.ts'
import { checkMayChange, tokenLifetimeMs } from './token-rules.ts'
import { insertToken } from './token-store.ts'

const cleanName = (name: string) => name.trim().normalize('NFC')

export function tokenRoutes(server: Server, { config, database, signer, now }: Services): void {
  const db = database.orm

  /** The caller's role, held for the transaction: a removal that comes meanwhile sees what is made here. */
  async function heldRole(tx: Orm, workspaceId: string, userId: string) {
    const role = await holdMembership(tx, workspaceId, userId)
    if (!role) throw notFound('workspace')
    return role
  }

  async function found(from: Orm, { workspaceId, tokenId }: { workspaceId: string; tokenId: string }) {
    const row = await store.findApiToken(from, workspaceId, tokenId)
    if (!row) throw notFound('token')
    return row
  }

  server.serve(tokens.list, async ({ params, query }) => {
    const isPaged = query.limit !== undefined || query.after !== undefined
    const page = isPaged ? { limit: Number(query.limit ?? listPageMaxSize), after: query.after } : {}
    const rows = await store.listApiTokens(db, params.workspaceId, page)
    return { authTokens: rows.map(tokenBody) }
  })

  server.serve(tokens.mine, async ({ caller }) => {
    const rows = await store.listOwnApiTokens(db, caller.person.id, now())
    return { authTokens: rows.map((row) => ({ ...tokenBody(row), workspace: row.workspace })) }
  })

  server.serve(tokens.create, async ({ params, body, caller, request }) => {
    const { workspaceId } = params
    const userId = caller.person.id
    const lifetimeMs = tokenLifetimeMs(body.expiration, config.API_TOKEN_MAX_LIFETIME)
    const at = now()
    const id = ulid(at.getTime())
    const name = cleanName(body.name)
    const expiresAt = new Date(at.getTime() + lifetimeMs)
    const row = await database.transaction(async (tx) => {
      await heldRole(tx, workspaceId, userId)
      await insertToken(tx, { id, kind: 'api', userId, workspaceId, name, createdAt: at, expiresAt })
      await recordActivity(tx, {
        workspaceId,
        actorUserId: userId,
        act: 'token.created',
        subject: name,
        ipAddress: request.ip,
        at,
      })
      return found(tx, { workspaceId, tokenId: id })
    })
    const token = await signer.sign({
      tokenId: id,
      userId,
      workspaceId,
      role: 'automation',
      audience: signer.issuer,
      issuedAt: at,
      expiresAt,
    })
    return { authToken: tokenBody(row), token }
  })

  server.serve(tokens.read, async ({ params }) => ({ authToken: tokenBody(await found(db, params)) }))

  server.serve(tokens.rename, async ({ params, body, caller, request }) => {
    const userId = caller.person.id
    const name = cleanName(body.name)
    const row = await database.transaction(async (tx) => {
      const role = await heldRole(tx, params.workspaceId, userId)
      const token = await found(tx, params)
      checkMayChange(token, { userId, role }, 'renameToken')
      if (name === token.name) return token
      await store.renameApiToken(tx, token.id, name)
      await recordActivity(tx, {
        workspaceId: params.workspaceId,
        actorUserId: userId,
        act: 'token.renamed',
        subject: `${token.name} → ${name}`,
        ipAddress: request.ip,
        at: now(),
      })
      return { ...token, name }
    })
    return { authToken: tokenBody(row) }
  })

  server.serve(tokens.revoke, async ({ params, caller, request }) => {
    const userId = caller.person.id
    const at = now()
    await database.transaction(async (tx) => {
      const role = await heldRole(tx, params.workspaceId, userId)
      const token = await found(tx, params)
      checkMayChange(token, { userId, role }, 'revokeToken')
      if (!(await store.revokeApiToken(tx, token.id, userId, at))) return
      await recordActivity(tx, {
        workspaceId: params.workspaceId,
        actorUserId: userId,
        act: 'token.revoked',
        subject: token.name,
        ipAddress: request.ip,
        at,
      })
    })
    return undefined
  })
}
