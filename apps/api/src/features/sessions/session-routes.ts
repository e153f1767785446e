import { sessions } from '@portal/contract/sessions'
import { clearSessionCookies } from '../../http/cookies.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { revokeToken } from '../tokens/token-store.ts'
import { endSession } from './session-store.ts'

export function sessionRoutes(server: Server, { config, database, now }: Services): void {
  server.serve(sessions.end, async ({ caller, reply }) => {
    const { sessionId, token } = caller
    if (token) await revokeToken(database.orm, token.id, caller.person.id, now())
    if (sessionId !== undefined) {
      await database.transaction((tx) => endSession(tx, sessionId, now()))
      clearSessionCookies(reply, config)
    }
    return undefined
  })
}
