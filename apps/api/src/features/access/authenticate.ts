/** Authenticates a session cookie or a token. See docs/product/access.md#credentials. */
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import type { Authenticator, Caller, Person, SessionLookUp } from '../../http/caller.ts'
import { Refusal } from '../../http/refusal.ts'
import { needsTosUpdate, type TermsInForce } from '../../http/terms-in-force.ts'
import type { TokenSigner } from '../../http/token-signer.ts'
import { touchSession } from '../sessions/session-store.ts'
import { touchToken } from '../tokens/token-store.ts'
import { isStaff } from './access-rules.ts'
import { findSession, findToken } from './access-store.ts'

const hourMs = 3_600_000
/** Minimum time between two updates of the last use. */
const touchEveryMs = 60_000

export interface AuthenticatorParts {
  config: Config
  database: Database
  signer: TokenSigner
  terms: TermsInForce
  now: () => Date
  /** Runs work in the background, so that the request does not wait for it. A failure is only logged. */
  later: (work: Promise<void>) => void
}

const notSignedIn = () => new Refusal('NotSignedIn', 'Sign in first.')
const sessionEnded = () => new Refusal('SessionEnded', 'The session has ended. Sign in again.')
const tokenExpired = () => new Refusal('TokenExpired', 'The token has expired.')
const tokenRevoked = () => new Refusal('TokenRevoked', 'The token has been revoked.')

export function makeAuthenticator(parts: AuthenticatorParts): Authenticator {
  const { config, database, signer, terms, now, later } = parts
  const db = database.orm

  async function fromSession({
    sessionHash,
    isBearer,
    workspaceId,
    ipAddress,
  }: SessionLookUp): Promise<Caller> {
    const row = await findSession(db, sessionHash, workspaceId)
    if (!row || row.deletedAt || isBearer !== (row.accessExpiresAt !== null)) throw notSignedIn()
    const at = now()
    const isIdle = !isBearer && at.getTime() - row.lastSeenAt.getTime() > config.SESSION_IDLE_HOURS * hourMs
    if (row.endedAt || at > row.expiresAt || isIdle) throw sessionEnded()
    if (row.accessExpiresAt && at >= row.accessExpiresAt) throw tokenExpired()
    if (at.getTime() - row.lastSeenAt.getTime() > touchEveryMs)
      later(touchSession(db, row.sessionId, at, ipAddress))
    const { standing, person, sessionId, subject, authenticatedAt } = row
    const caller = { kind: 'session', person, sessionId, subject, authenticatedAt } as const
    return standing ? { ...caller, standing } : caller
  }

  async function fromToken(token: string, ipAddress: string): Promise<Caller> {
    const at = now()
    const claims = await signer.read(token, at)
    const row = await findToken(db, claims.jti)
    const isAsRecorded =
      row?.person.id === claims.sub &&
      row.workspaceId === claims.workspaceId &&
      row.kind === (claims.role === 'web' ? 'instance' : 'api')
    if (!row || !isAsRecorded || row.isPersonDeleted) throw notSignedIn()
    if (row.revokedAt || row.isWorkspaceDeleted || row.role === null) throw tokenRevoked()
    if (at >= row.expiresAt) throw tokenExpired()
    if (!row.lastUsedAt || at.getTime() - row.lastUsedAt.getTime() > touchEveryMs)
      later(touchToken(db, row.tokenId, at, ipAddress))
    return {
      kind: row.kind,
      person: row.person,
      token: {
        id: row.tokenId,
        workspaceId: row.workspaceId,
        isWorkspaceQuarantined: row.workspaceQuarantinedAt !== null,
      },
      standing: {
        workspaceId: row.workspaceId,
        role: row.role,
        quarantinedAt: row.workspaceQuarantinedAt,
      },
    }
  }

  return {
    fromSession,
    fromToken,
    isStaff: (person: Person) => isStaff(person, config),
    needsTosUpdate: (person: Person) => needsTosUpdate(person, terms),
  }
}
