/** What instances and automation call (RULES sections 3 and 7). */
import { handoff } from '@portal/contract/handoff'
import { ulid } from 'ulid'
import { Refusal } from '../../http/refusal.ts'
import { hashOf } from '../../http/secrets.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { needsTosUpdate } from '../legal/terms-in-force.ts'
import { insertToken } from '../tokens/token-store.ts'
import { holdMembership } from '../workspaces/workspace-lock-store.ts'
import { markOpened } from '../workspaces/workspace-store.ts'
import { checkRedemption, handoffUser, handoffWorkspace, unknownCode } from './handoff-rules.ts'
import * as store from './handoff-store.ts'

const hourMs = 3_600_000

export function handoffRoutes(server: Server, services: Services): void {
  const { config, database, signer, terms, now } = services
  const db = database.orm

  server.serve(handoff.completeAuthConnect, async ({ body, reply }) => {
    reply.header('cache-control', 'no-store')
    const code = await store.takeHandoffCode(db, hashOf(body.code))
    if (!code) throw unknownCode()
    const at = now()
    const { person, workspace } = checkRedemption({
      code,
      session: await store.findCodeSession(db, code.sessionId),
      workspace: await store.findHandoffWorkspace(db, code.workspaceId, code.userId),
      needsTosUpdate: (somebody) => needsTosUpdate(somebody, terms),
      now: at,
    })
    const token = {
      tokenId: ulid(at.getTime()),
      userId: person.id,
      workspaceId: workspace.id,
      role: 'web' as const,
      audience: new URL(workspace.instanceUrl).origin,
      issuedAt: at,
      expiresAt: new Date(at.getTime() + config.INSTANCE_TOKEN_HOURS * hourMs),
    }
    await database.transaction(async (tx) => {
      // A removal after the check above would not see this token, and a new invitation would revive it.
      if (!(await holdMembership(tx, workspace.id, person.id))) throw unknownCode()
      await insertToken(tx, {
        id: token.tokenId,
        kind: 'instance',
        userId: person.id,
        workspaceId: workspace.id,
        sessionId: code.sessionId,
        name: workspace.displayName,
        createdAt: at,
        expiresAt: token.expiresAt,
      })
      await markOpened(tx, workspace.id, person.id, at)
    })
    return {
      user: handoffUser(person),
      workspace: handoffWorkspace(workspace),
      token: await signer.sign(token),
    }
  })

  server.serve(handoff.authReconnect, async ({ caller }) => {
    const { token, person } = caller
    const workspace = token && (await store.findHandoffWorkspace(db, token.workspaceId, person.id))
    if (!workspace) throw new Refusal('NotFound', 'There is no such workspace.')
    return { user: handoffUser(person), workspace: handoffWorkspace(workspace) }
  })

  server.serve(handoff.introspect, async ({ body, request, reply }) => {
    reply.header('cache-control', 'no-store')
    try {
      const claims = await signer.read(body.token, now())
      const caller = await server.guard.authenticator.fromToken(body.token, request.ip)
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
      }
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) return { active: false }
      throw error
    }
  })
}
