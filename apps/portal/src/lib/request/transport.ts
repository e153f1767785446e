/** Sends requests with the browser's `fetch`. */
import { account } from '@portal/contract/account/account'
import type { WireRequest } from '@portal/contract/client'
import {
  accountHeaderName,
  requestTimeoutMs,
  requestUlidHeaderName,
  xsrfCookieName,
  xsrfHeaderName,
} from '@portal/contract/limits'
import { setServerTime } from '@portal/ui/lib/server-clock'
import { onlineManager } from '@tanstack/react-query'
import { cookieNamed } from '../cookie.ts'
import { env } from '../env.ts'
import { pageSession } from './page-session.ts'
import { RequestError } from './request-error.ts'

/** The transport of all requests. Tests replace it. */
export const transport = {
  fetch: (
    url: string,
    init: RequestInit,
  ): Promise<Pick<Response, 'ok' | 'status' | 'statusText' | 'text' | 'headers'>> => fetch(url, init),
  /** Request timeout in milliseconds. 0 disables it. */
  timeoutMs: requestTimeoutMs as number,
}

function formWithUlid(form: FormData, requestUlid: string) {
  const copy = new FormData()
  for (const [name, value] of form) copy.append(name, value)
  copy.append('requestUlid', requestUlid)
  return copy
}

/** Adds `requestUlid` to the payload. Payloads other than objects are sent unchanged. */
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

/** Parses the response as JSON, or returns the text if it isn't JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The error if there was no response. The browser's own report counts only once a request has failed, because it may be wrong. */
function networkError(cause: unknown, timeoutMs: number, requestId: string) {
  const name = cause instanceof Error ? cause.name : ''
  if (name === 'TimeoutError')
    return new RequestError({ fallback: `timeout of ${timeoutMs}ms exceeded`, requestId })
  if (name === 'AbortError') return new RequestError({ fallback: 'Request aborted', requestId })
  if (navigator.onLine !== false) return new RequestError({ fallback: 'Network Error', requestId })
  onlineManager.setOnline(false)
  const fallback = 'Network Error: you are offline. Try again when your connection is back.'
  // Without the request id, which the API has not seen.
  return new RequestError({ fallback, isOffline: true })
}

export interface SendOptions {
  requestUlid: string
  /** Sends the ulid only in the header and leaves the payload unchanged. */
  isUlidInHeadersOnly: boolean
  headers: Record<string, string>
  signal: AbortSignal | undefined
}

export interface Answer {
  status: number
  body: unknown
  /** The `Link` header, which has the address of the next page. */
  link: string | null
}

/** The API's own value comes first, because another application on this host may set a cookie of the same name. */
const xsrfToken = () => pageSession.xsrfToken ?? cookieNamed(xsrfCookieName)

/** Asks the API for the XSRF token of the current session. Returns whether it differs from the refused one. */
async function renewXsrfToken(options: SendOptions): Promise<boolean> {
  const refused = xsrfToken()
  const { method, path } = account.whoami
  await sendOnce({ method, path }, options).catch(() => {})
  return xsrfToken() !== refused
}

/**
 * Sends a request and resolves to the response body and status. Rejects with a RequestError unless it succeeds. A write whose XSRF
 * token was refused is repeated once with the current token. Writes name the page's account, so that the API refuses them if
 * another user has signed in since.
 */
export async function send(wire: WireRequest, options: SendOptions): Promise<Answer> {
  try {
    return await sendOnce(wire, options)
  } catch (error) {
    const isRefused = error instanceof RequestError && error.code === 'CrossSiteRequest'
    if (!isRefused || !(await renewXsrfToken(options))) throw error
    return sendOnce(wire, options)
  }
}

/**
 * Requests include the session cookie and the XSRF header even if the API has a different origin. If its host differs, the XSRF
 * cookie is set for the domain shared by both.
 */
async function sendOnce(
  { method, path, query, body }: WireRequest,
  { requestUlid, isUlidInHeadersOnly, headers, signal }: SendOptions,
): Promise<Answer> {
  const isWrite = method !== 'GET'
  const sent = isWrite ? bodyOf(body, isUlidInHeadersOnly ? undefined : requestUlid) : undefined
  const xsrf = xsrfToken()
  const { timeoutMs } = transport
  const timeout = timeoutMs > 0 ? AbortSignal.timeout(timeoutMs) : undefined
  // Older versions of Safari have no `any`. It is needed only with a time limit, which production doesn't have.
  const abortSignal = signal && timeout ? AbortSignal.any([signal, timeout]) : (signal ?? timeout)
  const exchange = async () => {
    const response = await transport.fetch(urlOf(path, query), {
      method,
      credentials: 'include',
      headers: {
        accept: 'application/json, text/plain, */*',
        // For a form, the browser sets the content type with its boundary.
        ...(typeof sent === 'string' && { 'content-type': 'application/json' }),
        ...headers,
        ...(xsrf && { [xsrfHeaderName]: xsrf }),
        ...(isWrite && pageSession.accountId && { [accountHeaderName]: pageSession.accountId }),
        [requestUlidHeaderName]: requestUlid,
      },
      ...(sent !== undefined && { body: sent }),
      ...(abortSignal && { signal: abortSignal }),
    })
    return { response, text: response.status === 204 ? '' : await response.text() }
  }
  const { response, text } = await exchange().catch((cause: unknown) => {
    throw networkError(cause, timeoutMs, requestUlid)
  })
  onlineManager.setOnline(true)
  const { ok, status, statusText, headers: answered } = response
  setServerTime(answered.get('date'))
  pageSession.xsrfToken = answered.get(xsrfHeaderName) ?? pageSession.xsrfToken
  if (ok) return { status, body: status === 204 ? undefined : parsed(text), link: answered.get('link') }
  throw new RequestError({ status, body: parsed(text), fallback: statusText, requestId: requestUlid })
}
