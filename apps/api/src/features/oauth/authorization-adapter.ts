/**
 * Stores what the OAuth library issues. A session of this product is the library's grant: an access token is the session's
 * token, so that ending the session ends everything that was issued for it. Secrets are stored only as digests.
 */
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { hashOf } from '../../crypto/secrets.ts'
import type { Services } from '../../services.ts'
import { signOut } from '../sessions/session-actions.ts'
import * as store from './authorization-store.ts'

const seconds = (instant: Date) => Math.floor(instant.getTime() / 1_000)

type ClientSession = NonNullable<Awaited<ReturnType<typeof store.findClientSession>>>

function grantPayload(session: ClientSession): AdapterPayload | undefined {
  if (session.endedAt || session.clientId === null) return undefined
  return {
    jti: session.sessionId,
    kind: 'Grant',
    accountId: session.userId,
    clientId: session.clientId,
    iat: seconds(session.createdAt),
    exp: seconds(session.expiresAt),
  }
}

/** The fields that every token of a session has. */
function tokenPayload(
  kind: string,
  id: string,
  session: ClientSession,
  iat: Date,
  exp: Date,
): AdapterPayload {
  return {
    jti: id,
    kind,
    accountId: session.userId,
    clientId: session.clientId ?? '',
    grantId: session.sessionId,
    iat: seconds(iat),
    exp: seconds(exp),
  }
}

/** @param alreadyUsed creates the library's error for a code or token that a concurrent request redeemed first */
export function makeAuthorizationAdapter(
  { database, now }: Pick<Services, 'database' | 'now'>,
  alreadyUsed: () => Error,
) {
  const db = database.orm
  const inSeconds = (expiresIn: number) => new Date(now().getTime() + expiresIn * 1_000)
  const endGrant = (sessionId: string) => signOut({ database, now }, sessionId)

  const models: Record<string, Partial<Adapter>> = {
    Grant: {
      async find(id) {
        const session = await store.findClientSession(db, id)
        return session && grantPayload(session)
      },
    },
    DeviceCode: {
      async upsert(id, payload, expiresIn = 0) {
        const info = payload.deviceInfo as { ip?: string; ua?: string } | undefined
        await store.insertDeviceCode(db, {
          codeHash: hashOf(id),
          userCode: payload.userCode ?? '',
          clientId: payload.clientId ?? '',
          ipAddress: info?.ip ?? null,
          userAgent: info?.ua ?? null,
          createdAt: now(),
          expiresAt: inSeconds(expiresIn),
        })
      },
      async find(id) {
        const found = await store.findDeviceCode(db, hashOf(id))
        if (!found) return undefined
        const { code, userId } = found
        return {
          jti: id,
          kind: 'DeviceCode',
          clientId: code.clientId,
          userCode: code.userCode,
          iat: seconds(code.createdAt),
          exp: seconds(code.expiresAt),
          ...(code.consumedAt ? { consumed: seconds(code.consumedAt) } : {}),
          ...(code.deniedAt
            ? { error: 'access_denied', errorDescription: 'The user denied the sign-in.' }
            : {}),
          ...(code.sessionId && userId ? { accountId: userId, grantId: code.sessionId } : {}),
        }
      },
      async consume(id) {
        if (!(await store.consumeDeviceCode(db, hashOf(id), now()))) throw alreadyUsed()
      },
    },
    AccessToken: {
      async upsert(id, payload, expiresIn = 0) {
        const isReplaced = await store.replaceAccessToken(db, payload.grantId ?? '', {
          tokenHash: hashOf(id),
          accessExpiresAt: inSeconds(expiresIn),
          expiresAt: inSeconds(refreshTokenSeconds),
        })
        if (!isReplaced) throw alreadyUsed()
      },
      async find(id) {
        const session = await store.findSessionOfAccessToken(db, hashOf(id))
        if (!session || session.endedAt || session.clientId === null) return undefined
        return tokenPayload(
          'AccessToken',
          id,
          session,
          session.createdAt,
          session.accessExpiresAt ?? session.expiresAt,
        )
      },
    },
    RefreshToken: {
      async upsert(id, payload, expiresIn = 0) {
        await store.insertRefreshToken(db, {
          tokenHash: hashOf(id),
          sessionId: payload.grantId ?? '',
          createdAt: now(),
          expiresAt: inSeconds(expiresIn),
        })
      },
      async find(id) {
        const found = await store.findRefreshToken(db, hashOf(id))
        if (!found || found.session.endedAt) return undefined
        const { token, session } = found
        const end = store.absoluteEnd(session.createdAt)
        const expiresAt = token.expiresAt < end ? token.expiresAt : end
        return {
          ...tokenPayload('RefreshToken', id, session, token.createdAt, expiresAt),
          ...(token.usedAt ? { consumed: seconds(token.usedAt) } : {}),
        }
      },
      async consume(id) {
        const tokenHash = hashOf(id)
        if (await store.consumeRefreshToken(db, tokenHash, now())) return
        const found = await store.findRefreshToken(db, tokenHash)
        if (found) await endGrant(found.session.sessionId)
        throw alreadyUsed()
      },
    },
  }

  return (kind: string): Adapter => ({
    upsert: async () => {
      throw new Error(`${kind} is not stored`)
    },
    find: async () => undefined,
    findByUserCode: async () => undefined,
    findByUid: async () => undefined,
    consume: async () => undefined,
    // Tokens end with their session, which `revokeByGrantId` ends.
    destroy: async () => undefined,
    revokeByGrantId: endGrant,
    ...models[kind],
  })
}

/** Lifetime of a refresh token, and of a session since its last refresh, until the session's absolute end. */
export const refreshTokenSeconds = 30 * 24 * 60 * 60
