/** Users with sessions, and requests with the credentials of a user or a program. */
import { setTimeout as sleep } from 'node:timers/promises'
import { wireRequest } from '@portal/contract/client'
import type { CallInput, CallResult, Endpoint } from '@portal/contract/endpoint'
import type { ErrorBody, PlainErrorBody } from '@portal/contract/errors'
import { xsrfCookieName, xsrfHeaderName } from '@portal/contract/limits'
import { xsrfTokenOf } from '../apps/api/src/crypto/secrets.ts'
import type { Database } from '../apps/api/src/db/database.ts'
import { makeSession, makeUser, type UserRow } from '../apps/api/src/testing/factories.ts'

/** The default URL of the portal. */
export const portalUrl = 'http://localhost:9000'

export interface Person {
  user: UserRow
  /** The value of the session cookie. */
  session: string
  sessionId: string
}

/** Creates a verified, signed-in user. */
export async function makePerson(
  database: Database,
  values: Parameters<typeof makeUser>[1] = {},
): Promise<Person> {
  const user = await makeUser(database, values)
  const { id, token } = await makeSession(database, user)
  return { user, session: token, sessionId: id }
}

/** The cookies that a sign-in sets. The portal requests data earlier if it finds the XSRF cookie, which it can read. */
export const sessionCookies = (session: string) =>
  Object.entries({ portal_session: session, [xsrfCookieName]: xsrfTokenOf(session) }).map(
    ([name, value]) => ({ name, value, domain: 'localhost', path: '/' }),
  )

/** The credential of a request: the portal's session or a token. */
export interface As {
  session?: string
  bearer?: string
}

export function headersOf({ session, bearer }: As, body?: object): Record<string, string> {
  return {
    ...(session === undefined
      ? {}
      : { cookie: `portal_session=${session}`, origin: portalUrl, [xsrfHeaderName]: xsrfTokenOf(session) }),
    ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
}

/** Sends a request and doesn't follow redirects. */
export const send = (url: string, method: string, as: As, body?: object, signal?: AbortSignal) =>
  fetch(url, {
    method,
    redirect: 'manual',
    headers: headersOf(as, body),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  })

export interface Reply<E extends Endpoint> {
  status: number
  /** The body of a success. */
  body: CallResult<E>
  /** The error type of a refusal. */
  errorType: string | undefined
  /** The target of a redirect. */
  location: string | null
}

/** Sends a call over HTTP with a credential. Returns refusals and 503. Throws on any other server error. */
export async function sendCall<E extends Endpoint>(
  api: { url: string },
  call: E,
  input: CallInput<E>,
  as: As = {},
): Promise<Reply<E>> {
  const { method, path, query = {}, body } = wireRequest(call, input)
  const defined = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(defined as [string, string][])
  const response = await send(`${api.url}${path}?${search}`, method, as, body as object | undefined)
  const text = await response.text()
  if (response.status >= 500 && response.status !== 503)
    throw new Error(`${call.name} answered ${response.status}: ${text}`)
  const json: unknown = text === '' ? undefined : JSON.parse(text)
  const refusal = response.status >= 400 ? (json as ErrorBody | PlainErrorBody) : undefined
  return {
    status: response.status,
    body: json as CallResult<E>,
    errorType: typeof refusal?.error === 'string' ? refusal.kind : refusal?.error.type,
    location: response.headers.get('location'),
  }
}

const mostTries = 20
const pauseMs = 250

/** Whether the API is overloaded or its database is unavailable. Navigations are then redirected to a portal page. */
const isUnavailable = ({ status, location }: Pick<Reply<Endpoint>, 'status' | 'location'>) =>
  status === 503 || location?.endsWith('/sign-in-problem?reason=unavailable') === true

/**
 * Sends a call like `sendCall` and throws unless it succeeds. Retries while the API is unavailable, because fifty requests that
 * wait for one lock can time out on a small machine.
 */
export async function mustSend<E extends Endpoint>(
  ...[api, call, input, as]: Parameters<typeof sendCall<E>>
): Promise<Reply<E>> {
  for (let tries = 1; ; tries += 1) {
    const reply = await sendCall(api, call, input, as)
    if (!isUnavailable(reply)) {
      if (reply.status < 400) return reply
      throw new Error(`${call.name} answered ${reply.status} ${reply.errorType}`)
    }
    if (tries === mostTries) throw new Error(`${call.name} stayed unavailable in ${mostTries} tries`)
    await sleep(pauseMs)
  }
}
