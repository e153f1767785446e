import { setTimeout as sleep } from 'node:timers/promises'
import { wireRequest } from '@portal/contract/client'
import type { CallInput, CallResult, Endpoint } from '@portal/contract/endpoint'
import type { ErrorBody, PlainErrorBody } from '@portal/contract/errors'
import { xsrfHeaderName } from '@portal/contract/limits'
import { xsrfTokenOf } from '../../apps/api/src/crypto/secrets.ts'

/** The default URL of the portal. */
const portalUrl = 'http://localhost:9000'

/** The credential of a request: the portal's session or a token. */
export interface As {
  session?: string
  bearer?: string
}

export interface Reply<E extends Endpoint> {
  status: number
  /** The body of a success. */
  body: CallResult<E>
  /** The error type of a refusal. */
  errorType: string | undefined
  /** The target of a redirect. */
  location: string | null
}

function headersOf({ session, bearer }: As): Record<string, string> {
  return {
    ...(session === undefined
      ? {}
      : { cookie: `portal_session=${session}`, origin: portalUrl, [xsrfHeaderName]: xsrfTokenOf(session) }),
    ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
  }
}

/** Sends a call over HTTP with a credential. Returns refusals and 503. Throws on any other server error. */
export async function sendCall<E extends Endpoint>(
  api: { url: string },
  call: E,
  input: CallInput<E>,
  as: As = {},
): Promise<Reply<E>> {
  const { method, path, body } = wireRequest(call, input)
  const response = await fetch(api.url + path, {
    method,
    redirect: 'manual',
    headers: { ...headersOf(as), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
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
