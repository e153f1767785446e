import { setTimeout as sleep } from 'node:timers/promises'
import { wireRequest } from '@portal/contract/client'
import type { CallInput, CallResult, Endpoint } from '@portal/contract/endpoint'
import { xsrfHeaderName } from '@portal/contract/limits'
import { xsrfTokenOf } from '../../apps/api/src/http/secrets.ts'

/** The portal's address when nothing is configured. */
const portalUrl = 'http://localhost:9000'

/** How a request signs itself: as a browser of the portal, or with a token. */
export interface As {
  session?: string
  bearer?: string
}

export interface Reply<E extends Endpoint> {
  status: number
  /** Of a success. */
  body: CallResult<E>
  /** Of a refusal. */
  errorType: string | undefined
  /** Where a navigation leads. */
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

/**
 * Makes a call over HTTP as somebody. A refusal is an answer too, and so is a 503; a server error throws with what it
 * said.
 */
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
  const refusal = response.status >= 400 ? (json as { kind?: string }) : undefined
  return {
    status: response.status,
    body: json as CallResult<E>,
    errorType: refusal?.kind,
    location: response.headers.get('location'),
  }
}

const mostTries = 20
const pauseMs = 250

/**
 * The same, and throws unless it succeeds. Where the machine is so busy that the database is out of time, it tries again:
 * fifty that wait for one lock may be too many for a small one.
 */
export async function mustSend<E extends Endpoint>(
  ...[api, call, input, as]: Parameters<typeof sendCall<E>>
): Promise<Reply<E>> {
  for (let tries = 1; ; tries += 1) {
    const reply = await sendCall(api, call, input, as)
    if (reply.status < 400) return reply
    if (reply.status !== 503 || tries === mostTries)
      throw new Error(`${call.name} answered ${reply.status} ${reply.errorType}`)
    await sleep(pauseMs)
  }
}
