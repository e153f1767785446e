/** The calls of workspace instances and automation. See docs/product/hand-off.md#opening-a-workspace. */
import { handoff } from '@portal/contract/handoff'
import { ulid } from 'ulid'
import { tokenUseOf } from '../../http/access.ts'
import { type Person, serviceAccountOf } from '../../http/caller.ts'
import { Refusal } from '../../http/refusal.ts'
import { hashOf } from '../../http/secrets.ts'
import type { Server } from '../../http/serve.ts'
import { needsTosUpdate } from '../../http/terms-in-force.ts'
import type { TokenClaims } from '../../http/token-signer.ts'
import type { Services } from '../../services.ts'
import { insertToken, revokeReusedToken } from '../tokens/token-store.ts'
import { markOpened } from '../workspaces/workspace-store.ts'
import { checkRedemption, handoffUser, handoffWorkspace, invalidCode } from './handoff-rules.ts'
import * as store from './handoff-store.ts'
import { readWorkspaceSecret } from './workspace-secret-actions.ts'

const hourMs = 3_600_000

function instanceTokenClaims(
  { person, workspace }: { person: Person; workspace: store.HandoffWorkspace },
  tokenId: string,
  issuedAt: Date,
  expiresAt: Date,
): TokenClaims {
  return {
    tokenId,
    userId: person.id,
    workspaceId: workspace.id,
    role: 'web',
    audience: new URL(workspace.instanceUrl).origin,
    issuedAt,
    expiresAt,
  }
}

export function handoffRoutes(server: Server, services: Services): void {
  const { config, database, signer, terms, now } = services
  const db = database.orm

  /** A code that is sent twice has leaked, so its token is revoked (RFC 6749, section 4.1.2). */
  const revokeReused = (codeHash: Uint8Array, at: Date) =>
    database.transaction(async (tx) => {
      const tokenId = await store.markReused(tx, codeHash, at)
      if (tokenId !== undefined) await revokeReusedToken(tx, tokenId, at)
    })

  server.serve(handoff.completeAuthConnect, async ({ body, reply }) => {
    reply.header('cache-control', 'no-store')
    const at = now()
    const codeHash = hashOf(body.code)
    const tokenId = ulid(at.getTime())
    const code = await store.takeHandoffCode(db, codeHash, tokenId)
    if (!code) {
      await revokeReused(codeHash, at)
      throw invalidCode()
    }
    // The locks order this redemption against a concurrent end of the session or removal of the member. Either that
    // transaction waits and then revokes the new token, or it came first and the checks below fail.
    const { person, workspace, token } = await database.transaction(async (tx) => {
      const checked = checkRedemption({
        code,
        workspace: await store.lockHandoffWorkspace(tx, code.workspaceId, code.userId),
        session: await store.lockCodeSession(tx, code.sessionId),
        needsTosUpdate: (person) => needsTosUpdate(person, terms),
        now: at,
      })
      const claims = instanceTokenClaims(
        checked,
        tokenId,
        at,
        new Date(at.getTime() + config.INSTANCE_TOKEN_HOURS * hourMs),
      )
      await insertToken(tx, {
        id: claims.tokenId,
        kind: 'instance',
        userId: claims.userId,
        workspaceId: claims.workspaceId,
        sessionId: code.sessionId,
        name: checked.workspace.displayName,
        createdAt: at,
        expiresAt: claims.expiresAt,
        revokedAt: await store.lockReuse(tx, codeHash),
      })
      await markOpened(tx, claims.workspaceId, claims.userId, at)
      return { ...checked, token: claims }
    })
    return {
      user: handoffUser(person),
      workspace: handoffWorkspace(workspace, await readWorkspaceSecret(services, db, workspace)),
      token: await signer.sign(token),
    }
  })

  server.serve(handoff.authReconnect, async ({ caller }) => {
    const { token, person } = caller
    const workspace = token && (await store.findHandoffWorkspace(db, token.workspaceId, person.id))
    if (!workspace) throw new Refusal('NotFound', 'The workspace does not exist.')
    const secret = await readWorkspaceSecret(services, db, workspace)
    return { user: handoffUser(person), workspace: handoffWorkspace(workspace, secret) }
  })

  server.serve(handoff.introspect, async ({ body, request, reply }) => {
    reply.header('cache-control', 'no-store')
    try {
      const claims = await signer.read(body.token, now())
      const caller = await server.guard.authenticator.fromToken(
        body.token,
        tokenUseOf(request, handoff.introspect),
      )
      const isPaused =
        caller.person.quarantinedAt || caller.person.suspendedAt || caller.token?.isWorkspaceQuarantined
      if (isPaused) return { active: false }
      return {
        active: true,
        sub: claims.sub,
        exp: claims.exp,
        iat: claims.iat,
        iss: signer.issuer,
        aud: claims.aud,
        jti: claims.jti,
        token_type: 'Bearer',
        workspaceId: claims.workspaceId,
        role: claims.role,
        ...serviceAccountOf(caller),
      }
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) return { active: false }
      throw error
    }
  })
}
