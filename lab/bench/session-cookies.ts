import { xsrfCookieName } from '@portal/contract/limits'
import { xsrfTokenOf } from '../../apps/api/src/crypto/secrets.ts'

/** The cookies that a sign-in sets. The portal requests data earlier if it finds the XSRF cookie, which it can read. */
export const sessionCookies = (session: string) =>
  Object.entries({ portal_session: session, [xsrfCookieName]: xsrfTokenOf(session) }).map(
    ([name, value]) => ({ name, value, domain: 'localhost', path: '/' }),
  )
