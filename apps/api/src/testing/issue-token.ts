/** Issues signed and recorded tokens, like the hand-off and the tokens page. */
import { hourMs } from '@portal/contract/durations'
import type { TokenPermission } from '@portal/contract/tokens/token-schemas'
import { generateKeyPair } from 'jose'
import { ulid } from 'ulid'
import { TokenSigner } from '../crypto/token-signer.ts'
import { authTokens } from '../features/tokens/token-table.ts'
import type { TestApp } from './build-test-app.ts'

export interface TokenFacts {
  userId: string
  workspaceId: string
  kind: 'instance' | 'api'
  /** Defaults to `read`. */
  permission?: TokenPermission
  name?: string
  /** Defaults to an hour from now. */
  expiresAt?: Date
  revokedAt?: Date
  sessionId?: string
}

export async function issueToken(test: TestApp, facts: TokenFacts): Promise<{ id: string; token: string }> {
  const id = ulid()
  const issuedAt = new Date(test.now().getTime() - hourMs)
  const expiresAt = facts.expiresAt ?? new Date(test.now().getTime() + hourMs)
  const { userId, workspaceId, kind } = facts
  await test.database.orm.insert(authTokens).values({
    id,
    kind,
    userId,
    workspaceId,
    sessionId: facts.sessionId ?? null,
    permission: facts.permission ?? 'read',
    name: facts.name ?? 'Test token',
    createdAt: issuedAt,
    expiresAt,
    revokedAt: facts.revokedAt ?? null,
  })
  const token = await test.services.signer.sign(claimsOf(test, id, { ...facts, expiresAt }, issuedAt))
  return { id, token }
}

function claimsOf(test: TestApp, tokenId: string, facts: TokenFacts & { expiresAt: Date }, issuedAt: Date) {
  const isInstance = facts.kind === 'instance'
  return {
    tokenId,
    userId: facts.userId,
    workspaceId: facts.workspaceId,
    role: isInstance ? ('web' as const) : ('automation' as const),
    audience: isInstance ? 'http://localhost:8080' : test.config.API_URL,
    issuedAt,
    expiresAt: facts.expiresAt,
  }
}

/** Returns a token with valid claims that another key signed under the API's key id. */
export async function forgeToken(test: TestApp, facts: TokenFacts): Promise<string> {
  const { id } = await issueToken(test, facts)
  const { privateKey } = await generateKeyPair('ES256')
  const forger = new TokenSigner({ ...test.services.keys, privateKey }, test.config)
  const expiresAt = facts.expiresAt ?? new Date(test.now().getTime() + hourMs)
  return forger.sign(claimsOf(test, id, { ...facts, expiresAt }, test.now()))
}
