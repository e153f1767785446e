/** Redeems the one-time codes of opened workspaces. See docs/product/hand-off.md#opening-a-workspace. */
import { hourMs } from '@portal/contract/durations'
import { ulid } from 'ulid'
import { hashOf } from '../../crypto/secrets.ts'
import type { TokenClaims } from '../../crypto/token-signer.ts'
import type { Person } from '../../guard/caller.ts'
import type { Services } from '../../services.ts'
import { insertInstanceToken, revokeReusedToken } from '../tokens/token-store.ts'
import { markOpened } from '../workspaces/workspace-store.ts'
import { checkRedemption, invalidCode } from './handoff-rules.ts'
import * as store from './handoff-store.ts'

type ActionServices = Pick<Services, 'config' | 'database' | 'terms' | 'now'>

interface Redemption {
  person: Person
  workspace: store.HandoffWorkspace
  token: TokenClaims
}

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

/**
 * Consumes a code and stores the instance token that it stands for.
 * @throws Refusal `Conflict` for an unknown, expired or used code, or the refusal for what has changed since it was issued
 */
export async function redeemCode(services: ActionServices, secret: string): Promise<Redemption> {
  const { config, database, terms, now } = services
  const at = now()
  const codeHash = hashOf(secret)
  const tokenId = ulid(at.getTime())
  const code = await store.takeHandoffCode(database.orm, codeHash, tokenId)
  if (!code) {
    await revokeReused(services, codeHash, at)
    throw invalidCode()
  }
  // The locks order this redemption against a concurrent end of the session or removal of the member. Either that
  // transaction waits and then revokes the new token, or it came first and the checks below fail.
  return database.transaction(async (tx) => {
    const checked = checkRedemption({
      code,
      workspace: await store.lockHandoffWorkspace(tx, code.workspaceId, code.userId),
      session: await store.lockCodeSession(tx, code.sessionId),
      needsTosUpdate: terms.needsTosUpdate,
      now: at,
    })
    const expiresAt = new Date(at.getTime() + config.INSTANCE_TOKEN_HOURS * hourMs)
    const token = instanceTokenClaims(checked, tokenId, at, expiresAt)
    await insertInstanceToken(tx, {
      id: token.tokenId,
      userId: token.userId,
      workspaceId: token.workspaceId,
      sessionId: code.sessionId,
      name: checked.workspace.displayName,
      createdAt: at,
      expiresAt,
      revokedAt: await store.lockReuse(tx, codeHash),
    })
    await markOpened(tx, token.workspaceId, token.userId, at)
    return { ...checked, token }
  })
}

/** Revokes the token of a code that is sent twice, because such a code has leaked (RFC 6749, section 4.1.2). */
async function revokeReused(
  { database }: Pick<Services, 'database'>,
  codeHash: Uint8Array,
  at: Date,
): Promise<void> {
  await database.transaction(async (tx) => {
    const tokenId = await store.markReused(tx, codeHash, at)
    if (tokenId !== undefined) await revokeReusedToken(tx, tokenId, at)
  })
}
