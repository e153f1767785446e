/** The calls of workspace instances and automation. See docs/product/hand-off.md#opening-a-workspace. */
import { handoff } from '@portal/contract/handoff/handoff'
import { claimsOf } from '../../crypto/token-signer.ts'
import { tokenUseOf } from '../../guard/access.ts'
import { serviceAccountOf } from '../../guard/caller.ts'
import { Refusal } from '../../http/errors/refusal.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { redeemCode } from './handoff-actions.ts'
import { handoffUser, handoffWorkspace } from './handoff-rules.ts'
import { findHandoffWorkspace } from './handoff-store.ts'
import { readWorkspaceSecret } from './workspace-secret-actions.ts'

export function handoffRoutes(server: Server, services: Services): void {
  const { database, signer } = services
  const db = database.orm

  server.serve(handoff.completeAuthConnect, async ({ body, reply }) => {
    reply.header('cache-control', 'no-store')
    const { person, workspace, token } = await redeemCode(services, body.code)
    return {
      user: handoffUser(person),
      workspace: handoffWorkspace(workspace, await readWorkspaceSecret(services, db, workspace)),
      token: await signer.sign(token),
    }
  })

  server.serve(handoff.authReconnect, async ({ caller }) => {
    const { token, person } = caller
    const workspace = token && (await findHandoffWorkspace(db, token.workspaceId, person.id))
    if (!workspace) throw new Refusal('NotFound', 'The workspace does not exist.')
    const secret = await readWorkspaceSecret(services, db, workspace)
    return { user: handoffUser(person), workspace: handoffWorkspace(workspace, secret) }
  })

  server.serve(handoff.introspect, async ({ body, request, reply }) => {
    reply.header('cache-control', 'no-store')
    try {
      const use = tokenUseOf(request, handoff.introspect)
      const caller = await server.guard.authenticator.fromToken(body.token, use)
      const isPaused =
        caller.person.quarantinedAt || caller.person.suspendedAt || caller.token?.isWorkspaceQuarantined
      if (isPaused) return { active: false }
      const claims = claimsOf(body.token)
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
        ...(caller.token?.trustRule && { trustRule: caller.token.trustRule }),
      }
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) return { active: false }
      throw error
    }
  })
}
