/** The calls of workspace instances and automation. See docs/product/hand-off.md#opening-a-workspace. */
import { hourMs } from '@portal/contract/durations'
import { handoff } from '@portal/contract/handoff/handoff'
import { ulid } from 'ulid'
import { hashOf } from '../../crypto/secrets.ts'
import { claimsOf } from '../../crypto/token-signer.ts'
import { tokenUseOf } from '../../guard/access.ts'
import type { Person } from '../../guard/caller.ts'
import {
  accountQuarantined,
  accountSuspended,
  emailNotVerified,
  missingTosAcceptance,
  Refusal,
  workspaceQuarantined,
} from '../../http/errors/refusal.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { nicknameOf } from '../account/user-body.ts'
import { insertInstanceToken, revokeToken } from '../tokens/token-store.ts'
import { markOpened } from '../workspaces/workspace-store.ts'
import * as store from './handoff-store.ts'
import { readWorkspaceSecret } from './workspace-secret-actions.ts'

/** The platform's clients expect a `Conflict`. */
const invalidCode = () =>
  new Refusal('Conflict', 'The code is invalid, expired or already used. Open the workspace again.', {
    isInvalidCode: true,
  })
const missingWorkspace = () => new Refusal('NotFound', 'The workspace does not exist.')

export function handoffRoutes(server: Server, services: Services): void {
  const { config, database, signer, terms, now } = services
  const db = database.orm

  /** What an instance receives. */
  async function handoffBody(person: Person, workspace: store.HandoffWorkspace) {
    const { id, email, firstName, lastName, pictureUrl } = person
    const { displayName, creatorUserId, instanceUrl, instanceEnvType, isApprovalsEnabled, role } = workspace
    return {
      user: { id, email, nickname: nicknameOf(person), firstName, lastName, pictureUrl },
      workspace: {
        id: workspace.id,
        displayName,
        creatorUserId,
        instanceUrl,
        instanceEnvType,
        approvalsEnabled: isApprovalsEnabled,
        role,
        token: await readWorkspaceSecret(services, db, workspace),
      },
    }
  }

  server.serve(handoff.completeAuthConnect, async ({ body, reply }) => {
    reply.header('cache-control', 'no-store')
    const at = now()
    const codeHash = hashOf(body.code)
    const tokenId = ulid(at.getTime())
    const code = await store.takeHandoffCode(db, codeHash, tokenId)
    if (!code) {
      // A code that is sent twice has leaked, so its token is revoked (RFC 6749, section 4.1.2).
      await database.transaction(async (tx) => {
        const reusedTokenId = await store.markReused(tx, codeHash, at)
        if (reusedTokenId !== undefined) await revokeToken(tx, reusedTokenId, null, at)
      })
      throw invalidCode()
    }
    const { userId, workspaceId, sessionId } = code
    const expiresAt = new Date(at.getTime() + config.INSTANCE_TOKEN_HOURS * hourMs)
    // The locks order this redemption against a concurrent end of the session or removal of the member. Either that
    // transaction waits and then revokes the new token, or it came first and the checks fail.
    const { person, workspace } = await database.transaction(async (tx) => {
      const checked = checkRedemption({
        code,
        workspace: await store.lockHandoffWorkspaceForShare(tx, workspaceId, userId),
        session: await store.lockCodeSessionForShare(tx, sessionId),
        needsTosUpdate: terms.needsTosUpdate,
        now: at,
      })
      await insertInstanceToken(tx, {
        id: tokenId,
        userId,
        workspaceId,
        sessionId,
        name: checked.workspace.displayName,
        createdAt: at,
        expiresAt,
        revokedAt: await store.lockReuse(tx, codeHash),
      })
      await markOpened(tx, workspaceId, userId, at)
      return checked
    })
    const audience = new URL(workspace.instanceUrl).origin
    const claims = { tokenId, userId, workspaceId, role: 'web', audience, issuedAt: at, expiresAt } as const
    return { ...(await handoffBody(person, workspace)), token: await signer.sign(claims) }
  })

  server.serve(handoff.authReconnect, async ({ caller }) => {
    const { token, person } = caller
    const workspace = token && (await store.findHandoffWorkspace(db, token.workspaceId, person.id))
    if (!workspace) throw missingWorkspace()
    return handoffBody(person, workspace)
  })

  server.serve(handoff.introspect, async ({ body, request, reply }) => {
    reply.header('cache-control', 'no-store')
    try {
      const use = tokenUseOf(request, handoff.introspect)
      const { person, token } = await server.guard.authenticator.fromToken(body.token, use)
      if (person.quarantinedAt || person.suspendedAt || token?.isWorkspaceQuarantined)
        return { active: false }
      const { userId: _, ...claims } = claimsOf(body.token)
      return {
        active: true,
        ...claims,
        iss: signer.issuer,
        token_type: 'Bearer',
        serviceAccount: token?.serviceAccount,
        trustRule: token?.trustRule,
      }
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) return { active: false }
      throw error
    }
  })
}

interface Redemption {
  code: store.HandoffCode
  session: Awaited<ReturnType<typeof store.lockCodeSessionForShare>>
  workspace: store.HandoffWorkspace | undefined
  needsTosUpdate: (person: Person) => boolean
  now: Date
}

/** Checks the current state, because anything may have changed since the code was issued. Throws the first refusal. */
function checkRedemption({ code, session, workspace, needsTosUpdate, now }: Redemption) {
  if (code.expiresAt < now) throw invalidCode()
  if (!session || session.endedAt || session.expiresAt < now || session.isPersonDeleted) throw invalidCode()
  const { person } = session
  if (person.id !== code.userId) throw invalidCode()
  if (person.quarantinedAt) throw accountQuarantined()
  if (person.suspendedAt) throw accountSuspended()
  if (needsTosUpdate(person)) throw missingTosAcceptance()
  if (!person.emailVerified) throw emailNotVerified()
  if (!workspace) throw missingWorkspace()
  if (workspace.quarantinedAt) throw workspaceQuarantined()
  if (workspace.instanceUrl !== code.instanceUrl) throw invalidCode()
  return { person, workspace }
}
