/** The API's client with the session of `portal login`. */
import { type Client, createClient } from '@portal/client'
import type { Session } from './session.ts'
import { userAgent } from './user-agent.ts'

export function makeApi(session: Session, wait?: (ms: number) => Promise<unknown>): Client {
  return createClient({
    address: session.apiUrl,
    token: session.token,
    userAgent: userAgent(),
    async renewToken(refused, { type }) {
      if (type === 'SessionEnded') await session.forget()
      // Another process has refreshed the tokens, or this computer's clock is slow.
      return type === 'NotSignedIn' || type === 'TokenExpired' ? session.tokenAfter(refused) : undefined
    },
    ...(wait ? { wait } : {}),
  })
}
