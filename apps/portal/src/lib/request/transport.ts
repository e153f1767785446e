/** One request on the wire, over the browser's `fetch` (SPEC section 7, "Generic request layer"). */
import type { WireRequest } from '@portal/contract/client'
import {
  requestTimeoutMs,
  requestUlidHeaderName,
  xsrfCookieName,
  xsrfHeaderName,
} from '@portal/contract/limits'
import { cookieNamed } from '../cookie.ts'
import { env } from '../env.ts'
import { RequestError } from './request-error.ts'

/** How all requests travel; tests put their own in the place of the wire. */
export const transport = {
  fetch: (url: string, init: RequestInit): Promise<Pick<Response, 'ok' | 'status' | 'statusText' | 'text'>> =>
    fetch(url, init),
  /** After so many milliseconds a request is given up; 0: never. */
  timeoutMs: requestTimeoutMs as number,
}

function formWithUlid(form: FormData, requestUlid: string) {
  const copy = new FormData()
  for (const [name, value] of form) copy.append(name, value)
  copy.append('requestUlid', requestUlid)
  return copy
}

/** The body with `requestUlid` beside the payload's own fields. What is no object travels as it is. */
function bodyOf(payload: unknown, requestUlid: string | undefined): FormData | string {
  if (payload instanceof FormData) return requestUlid ? formWithUlid(payload, requestUlid) : payload
  const isObject = typeof payload === 'object' && payload !== null && !Array.isArray(payload)
  const whole =
    payload === undefined || isObject ? { ...payload, ...(requestUlid && { requestUlid }) } : payload
  return JSON.stringify(whole)
}

function urlOf(path: string, query: Record<string, unknown> = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))
  return `${env.apiUrl}${path}${given.length > 0 ? `?${search}` : ''}`
}

/** What was answered: JSON where it is, the text where it is not. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The client's own words where nothing was answered (SPEC section 8). */
function networkMessage(cause: unknown, timeoutMs: number) {
  const name = cause instanceof Error ? cause.name : ''
  if (name === 'TimeoutError') return `timeout of ${timeoutMs}ms exceeded`
  return name === 'AbortError' ? 'Request aborted' : 'Network Error'
}

export interface SendOptions {
  requestUlid: string
  /** The ulid goes in the header alone and the payload stays as given. */
  isUlidInHeadersOnly: boolean
  headers: Record<string, string>
}

/**
 * Sends it and resolves with the answered body and status; rejects with a RequestError on anything but success. The
 * session cookie and the XSRF header go along although the API has an address of its own; where its host differs, the
 * cookie that is read here is set for the domain that both share.
 */
export async function send(
  { method, path, query, body }: WireRequest,
  { requestUlid, isUlidInHeadersOnly, headers }: SendOptions,
): Promise<{ status: number; body: unknown }> {
  const sent = method === 'GET' ? undefined : bodyOf(body, isUlidInHeadersOnly ? undefined : requestUlid)
  const xsrfToken = cookieNamed(xsrfCookieName)
  const { timeoutMs } = transport
  const exchange = async () => {
    const answer = await transport.fetch(urlOf(path, query), {
      method,
      credentials: 'include',
      headers: {
        accept: 'application/json, text/plain, */*',
        // Of a form the browser says the type itself, with the boundary between its parts.
        ...(typeof sent === 'string' && { 'content-type': 'application/json' }),
        ...headers,
        ...(xsrfToken && { [xsrfHeaderName]: xsrfToken }),
        [requestUlidHeaderName]: requestUlid,
      },
      ...(sent !== undefined && { body: sent }),
      ...(timeoutMs > 0 && { signal: AbortSignal.timeout(timeoutMs) }),
    })
    return { answer, text: answer.status === 204 ? '' : await answer.text() }
  }
  const { answer, text } = await exchange().catch((cause: unknown) => {
    throw new RequestError({ fallback: networkMessage(cause, timeoutMs), requestId: requestUlid })
  })
  const { ok, status, statusText } = answer
  if (ok) return { status, body: status === 204 ? undefined : parsed(text) }
  throw new RequestError({ status, body: parsed(text), fallback: statusText, requestId: requestUlid })
}
