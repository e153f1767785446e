/** Authenticates a session cookie or a token. See docs/product/access.md#credentials. */
import { hourMs, minuteMs } from '@portal/contract/durations'
import { LRUCache } from 'lru-cache'
import type { Config } from '../config.ts'
import { textHashOf } from '../crypto/secrets.ts'
import {
  notValid,
  type ReadClaims,
  subjectOf,
  type TokenSigner,
  tokenExpired,
  tokenRevoked,
} from '../crypto/token-signer.ts'
import type { Database } from '../db/database.ts'
import { notSignedIn, Refusal, sessionEnded } from '../http/errors/refusal.ts'
import {
  type Authenticator,
  type Caller,
  type Person,
  type SessionLookUp,
  serviceAccountOf,
  type TokenUse,
} from './caller.ts'
import {
  type FoundToken,
  findSession,
  findToken,
  recordRefusal,
  touchSession,
  touchToken,
} from './credential-store.ts'
import { isStaff } from './staff.ts'

/** Minimum time between two updates of the last use. */
const touchEveryMs = minuteMs
/** How many refused uses of a paused token by one address and user agent a process records within the window. */
const refusalsRecorded = 10
/** The same limit for all tokens of a user together. */
const refusalsRecordedOfUser = 50
const refusalWindowMs = 10_000
const knownRefusedPrograms = 10_000

export interface AuthenticatorParts {
  config: Config
  database: Database
  signer: TokenSigner
  terms: Pick<Authenticator, 'needsTosUpdate'>
  now: () => Date
  /** Runs work in the background, so that the request does not wait for it. A failure is only logged. */
  later: (work: Promise<void>) => void
}

export function makeAuthenticator(parts: AuthenticatorParts): Authenticator {
  const { config, database, signer, terms, now, later } = parts
  const db = database.orm
  /** When uses of paused tokens were recorded, by user, and by token, address and user agent. */
  const recordedAt = new LRUCache<string, number[]>({ max: knownRefusedPrograms })

  /**
   * A program that retries a paused token in a loop must not write two rows with each request, even if it changes its user agent each
   * time.
   */
  function mayRecordRefusal({ tokenId, person }: FoundToken, use: TokenUse, at: Date): boolean {
    const since = at.getTime() - refusalWindowMs
    const recentOf = (key: string) => (recordedAt.get(key) ?? []).filter((time) => time > since)
    // Another user of the token must be recorded while this one retries. Hashed, because a user agent can have 16 kB.
    const program = textHashOf(JSON.stringify([tokenId, use.ipAddress, use.userAgent]))
    const [ofProgram, ofUser] = [recentOf(program), recentOf(person.id)]
    if (ofProgram.length >= refusalsRecorded || ofUser.length >= refusalsRecordedOfUser) return false
    recordedAt.set(program, [...ofProgram, at.getTime()])
    recordedAt.set(person.id, [...ofUser, at.getTime()])
    return true
  }

  async function fromSession({
    sessionHash,
    isBearer,
    workspaceId,
    ipAddress,
  }: SessionLookUp): Promise<Caller> {
    const row = await findSession(database, sessionHash, workspaceId)
    if (!row || row.deletedAt || isBearer !== (row.accessExpiresAt !== null)) throw notSignedIn()
    const at = now()
    const isIdle = !isBearer && at.getTime() - row.lastSeenAt.getTime() > config.SESSION_IDLE_HOURS * hourMs
    if (row.endedAt || at > row.expiresAt || isIdle) throw sessionEnded()
    if (row.accessExpiresAt && at >= row.accessExpiresAt) throw tokenExpired()
    if (at.getTime() - row.lastSeenAt.getTime() > touchEveryMs)
      later(touchSession(db, row.sessionId, at, ipAddress))
    const { standing, person, sessionId, clientId, subject, authenticatedAt } = row
    const caller = {
      kind: 'session',
      person,
      sessionId,
      isCommandLine: isBearer,
      clientId,
      subject,
      authenticatedAt,
    } as const
    return standing ? { ...caller, standing } : caller
  }

  /** Records the use at most once a minute. The first use of a secret is recorded before the request continues. */
  async function recordUse(row: FoundToken, at: Date, ipAddress: string): Promise<void> {
    const lastUsedAt = row.secretId === null ? row.lastUsedAt : row.secretLastUsedAt
    if (lastUsedAt && at.getTime() - lastUsedAt.getTime() <= touchEveryMs) return
    const recorded = touchToken(db, row, at, ipAddress)
    if (row.secretId === null || lastUsedAt) return later(recorded.then(() => undefined))
    // A rotation replaces a secret that was never used. If the first use were not recorded in time, it could end a secret in use.
    if (!(await recorded)) throw tokenRevoked()
  }

  async function fromToken(token: string, use: TokenUse): Promise<Caller> {
    const at = now()
    const claims = await signer.read(token, at)
    const row = await findToken(database, claims.jti)
    if (!row || !isAsRecorded(claims, row) || row.isPersonDeleted) throw notValid()
    if (row.revokedAt || row.isWorkspaceDeleted || row.role === null || isRetired(row, at))
      throw tokenRevoked()
    if (at >= (row.secretExpiresAt ?? row.expiresAt)) throw tokenExpired()
    if (row.serviceAccountDisabledAt) throw tokenRevoked("The token's service account is disabled.")
    if (row.pausedUntil && at < row.pausedUntil) {
      if (mayRecordRefusal(row, use, at)) await recordRefusal(db, row.tokenId, { ...use, at })
      throw tokenPaused(row.pausedUntil, at)
    }
    await recordUse(row, at, use.ipAddress)
    return {
      kind: row.kind,
      person: row.person,
      token: {
        id: row.tokenId,
        name: row.tokenName,
        permission: row.permission,
        userId: claims.userId,
        workspaceId: row.workspaceId,
        isWorkspaceQuarantined: row.workspaceQuarantinedAt !== null,
        serviceAccount: serviceAccountOf(row) ?? undefined,
        // A token that a trust rule issued has the name of the rule.
        trustRule: row.trustRuleId === null ? undefined : { id: row.trustRuleId, name: row.tokenName },
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
    needsTosUpdate: terms.needsTosUpdate,
  }
}

/**
 * Whether the signed claims match the stored token. A token that has moved to a service account continues to work with the
 * secrets that were signed for its creator.
 */
function isAsRecorded(claims: ReadClaims, row: FoundToken): boolean {
  const { creatorUserId: userId, serviceAccountId } = row
  const isSubject =
    claims.sub === userId ||
    (serviceAccountId !== null && claims.sub === subjectOf({ userId, serviceAccountId }))
  return (
    isSubject &&
    claims.workspaceId === row.workspaceId &&
    row.kind === (claims.role === 'web' ? 'instance' : 'api')
  )
}

/** Whether a newer secret has replaced this one. The oldest secrets of a frequently rotated token are not stored. */
export function isRetired(row: FoundToken, at: Date): boolean {
  if (row.secretId === null) return row.isRotated
  return row.secretRetiresAt !== null && at >= row.secretRetiresAt
}

export function tokenPaused(until: Date, at: Date): Refusal {
  return new Refusal('TokenPaused', `The token is paused until ${until.toISOString()}.`, {
    retryAfterSeconds: (until.getTime() - at.getTime()) / 1_000,
  })
}
