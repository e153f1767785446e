/** Listing and ending sessions. See docs/product/sessions.md#where-a-user-is-signed-in. */
import { clientNames } from '@portal/contract/oauth'
import { providerOf } from '@portal/contract/provider-name'
import type { Session } from '@portal/contract/sessions'
import { sessions } from '@portal/contract/sessions'
import { clearSessionCookies } from '../../http/cookies.ts'
import { notFound } from '../../http/refusal.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { revokeToken } from '../tokens/token-store.ts'
import * as own from './own-sessions-store.ts'
import { endSession } from './session-actions.ts'

const hourMs = 3_600_000

export function sessionRoutes(server: Server, { config, database, now }: Services): void {
  const db = database.orm

  server.serve(sessions.end, async ({ caller, reply }) => {
    const { sessionId, token } = caller
    if (token) await revokeToken(db, token.id, caller.person.id, now())
    if (sessionId !== undefined) {
      await database.transaction((tx) => endSession(tx, sessionId, now()))
      clearSessionCookies(reply, config)
    }
    return undefined
  })

  server.serve(sessions.list, async ({ caller }) => {
    const at = now()
    const idleSince = new Date(at.getTime() - config.SESSION_IDLE_HOURS * hourMs)
    const portal = await own.listPortalSessions(db, caller.person.id, at, idleSince)
    const instances = await own.listInstanceSessions(db, caller.person.id, at)
    return [
      ...portal.map(
        ({ clientId, ...row }): Session => ({
          ...row,
          kind: clientId === null ? 'portal' : 'cli',
          clientName: clientId === null ? null : (clientNames[clientId] ?? clientId),
          isCurrent: row.id === caller.sessionId,
          createdAt: row.createdAt.toISOString(),
          lastSeenAt: row.lastSeenAt.toISOString(),
          expiresAt: row.expiresAt.toISOString(),
          workspace: null,
        }),
      ),
      ...instances.map(
        (row): Session => ({
          ...row,
          kind: 'instance',
          clientName: null,
          isCurrent: false,
          userAgent: null,
          createdAt: row.createdAt.toISOString(),
          lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
          expiresAt: row.expiresAt.toISOString(),
        }),
      ),
    ]
  })

  server.serve(sessions.endOne, async ({ params, caller, reply }) => {
    const kind = await own.findOwnSession(db, caller.person.id, params.sessionId)
    if (kind === undefined) throw notFound('session')
    if (kind === 'instance') await revokeToken(db, params.sessionId, caller.person.id, now())
    else await database.transaction((tx) => endSession(tx, params.sessionId, now()))
    if (params.sessionId === caller.sessionId) clearSessionCookies(reply, config)
    return undefined
  })

  server.serve(sessions.endOthers, async ({ caller }) => {
    const endedCount = await database.transaction((tx) =>
      own.endOtherSessions(tx, caller.person.id, caller.sessionId, now()),
    )
    return { endedCount }
  })

  server.serve(sessions.identities, async ({ caller }) => {
    const rows = await own.listIdentities(db, caller.person.id)
    return rows.map((row) => ({
      subject: row.subject,
      provider: providerOf(row.subject),
      email: row.email,
      isEmailVerified: row.isEmailVerified,
      createdAt: row.createdAt.toISOString(),
      lastSignInAt: row.lastSignInAt.toISOString(),
      isCurrent: row.subject === caller.subject,
      isWaiting: row.status === 'waiting',
    }))
  })
}
