/** Listing and ending sessions. See docs/product/sessions.md#where-a-user-is-signed-in. */
import { hourMs } from '@portal/contract/durations'
import { isPaged } from '@portal/contract/paging'
import { type Session, sessions } from '@portal/contract/sessions/sessions'
import { clearSessionCookies } from '../../http/headers/cookies.ts'
import { readListPage } from '../../http/lists/list-page.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { revokeToken } from '../tokens/token-store.ts'
import * as own from './own-sessions-store.ts'
import { endOtherSessions, endOwnSession, signOut } from './session-actions.ts'
import { compareLatestFirst, instanceSessionBody, portalSessionBody, sortByUse } from './session-body.ts'

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
    await endOwnSession(services, caller.person.id, params.sessionId)
    if (params.sessionId === caller.sessionId) clearSessionCookies(reply, config)
    return undefined
  })

  server.serve(sessions.endOthers, async ({ caller }) => ({
    endedCount: await endOtherSessions(services, caller.person.id, caller.sessionId),
  }))
}
