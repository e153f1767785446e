/** Listing and ending sessions. See docs/product/sessions.md#where-a-user-is-signed-in. */
import { hourMs } from '@portal/contract/durations'
import { clientNames } from '@portal/contract/oauth/oauth'
import { isPaged } from '@portal/contract/paging'
import { type Session, sessions } from '@portal/contract/sessions/sessions'
import { notFound } from '../../http/errors/refusal.ts'
import { clearSessionCookies } from '../../http/headers/cookies.ts'
import { readListPage } from '../../http/lists/list-page.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { revokeToken } from '../tokens/token-store.ts'
import * as own from './own-sessions-store.ts'
import { signOut } from './session-actions.ts'

export function sessionRoutes(server: Server, services: Services): void {
  const { config, database, now } = services
  const db = database.orm

  server.serve(sessions.end, async ({ caller, reply }) => {
    const { sessionId, token } = caller
    if (token) await revokeToken(db, token.id, caller.person.id, now())
    if (sessionId !== undefined) await signOut(services, sessionId)
    if (sessionId !== undefined && !caller.isCommandLine) clearSessionCookies(reply, config)
    return undefined
  })

  server.serve(sessions.list, async (ask) => {
    const { person, sessionId } = ask.caller
    const at = now()
    const idleSince = new Date(at.getTime() - config.SESSION_IDLE_HOURS * hourMs)
    const rows = await readListPage(services, ask, {
      call: sessions.list,
      keyOf: (row: Session): own.SessionKey => [row.createdAt, row.id],
      read: async (page) => {
        const portal = await own.listPortalSessions(db, person.id, at, idleSince, page)
        const instances = await own.listInstanceSessions(db, person.id, at, page)
        const found = [
          ...portal.map((row) => portalSessionBody(row, sessionId)),
          ...instances.map(instanceSessionBody),
        ]
        return found.sort(compareLatestFirst).slice(0, page.limit)
      },
    })
    return isPaged(ask.query) ? rows : sortByUse(rows)
  })

  server.serve(sessions.endOne, async ({ params, caller, reply }) => {
    const { sessionId } = params
    const userId = caller.person.id
    const kind = await own.findOwnSession(db, userId, sessionId)
    if (kind === undefined) throw notFound('session')
    if (kind === 'portal') await signOut(services, sessionId)
    // The id of a session on an instance is the id of its token.
    else await revokeToken(db, sessionId, userId, now())
    if (sessionId === caller.sessionId) clearSessionCookies(reply, config)
    return undefined
  })

  server.serve(sessions.endOthers, async ({ caller: { person, sessionId } }) => ({
    endedCount: await database.transaction((tx) => own.endOtherSessions(tx, person.id, sessionId, now())),
  }))
}

type PortalRow = Awaited<ReturnType<typeof own.listPortalSessions>>[number]
type InstanceRow = Awaited<ReturnType<typeof own.listInstanceSessions>>[number]

/** Converts a browser or command-line session to the API's format. */
function portalSessionBody({ clientId, ...row }: PortalRow, currentId: string | undefined): Session {
  return {
    ...row,
    kind: clientId === null ? 'portal' : 'cli',
    clientName: clientId === null ? null : (clientNames[clientId] ?? clientId),
    isCurrent: row.id === currentId,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    workspace: null,
  }
}

/** Converts an instance session to the API's format. */
function instanceSessionBody(row: InstanceRow): Session {
  return {
    ...row,
    kind: 'instance',
    clientName: null,
    isCurrent: false,
    userAgent: null,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    expiresAt: row.expiresAt.toISOString(),
  }
}

/** Sorts an unpaged list for display: browsers and command lines by last use, then instances by sign-in. */
function sortByUse(rows: readonly Session[]): Session[] {
  const isInstance = ({ kind }: Session) => kind === 'instance'
  const lastUse = ({ lastSeenAt }: Session) => lastSeenAt ?? ''
  const portal = rows.filter((row) => !isInstance(row))
  const latestFirst = portal.toSorted((one, other) => lastUse(other).localeCompare(lastUse(one)))
  return [...latestFirst, ...rows.filter(isInstance)]
}

/** Sorts sessions as pages of both kinds are sorted: latest sign-in first. */
function compareLatestFirst(one: Session, other: Session): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? 1 : -1
  return one.id < other.id ? 1 : -1
}
