/** Sends the contract's calls. Retries, pages and expired tokens are handled here. See docs/product/errors.md#repeated-requests. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, createClient, type WireRequest } from '@portal/contract/client'
import type { Endpoint } from '@portal/contract/endpoint'
import { requestUlidHeaderName } from '@portal/contract/limits'
import { joinPages } from '@portal/contract/paging'
import { ulid } from 'ulid'
import { ApiError, CommandError } from './errors.ts'
import { nextPage } from './paging.ts'
import type { Session } from './session.ts'
import { userAgent } from './user-agent.ts'

const timeoutMs = 30_000
const attempts = 4
const firstDelayMs = 250
const longestDelayMs = 10_000

export interface CallOptions {
  /** Returns the first page only. Otherwise a list is read completely. */
  isOnePage?: boolean
}

export type Api = Client<CallOptions>

interface Reply {
  body: unknown
  headers: Headers
}

/** The service refused the request before acting on it, so even a write can be retried. */
const isUntouched = ({ status, type }: ApiError) => status === 503 && type === 'ServiceOverloaded'

const isConnectionRefused = (error: unknown): boolean => {
  const { code, errors } = ((error as Error).cause ?? {}) as { code?: string; errors?: { code?: string }[] }
  return code === 'ECONNREFUSED' || (errors?.every((one) => one.code === 'ECONNREFUSED') ?? false)
}

/**
 * Whether the same request may be sent again. The API recognizes a repeated creation by its ULID. Any other write is only
 * retried if the API can't have acted on it.
 */
function mayRetry(call: Endpoint, error: unknown): boolean {
  const isRepeatable = call.method === 'GET' || call.isIdempotent === true
  if (error instanceof ApiError)
    return isUntouched(error) || (isRepeatable && [502, 503, 504].includes(error.status))
  return isRepeatable || isConnectionRefused(error)
}

function delayOf(attempt: number, headers: Headers | undefined): number {
  const askedMs = Number(headers?.get('retry-after') ?? 0) * 1_000
  return Math.min(Math.max(firstDelayMs * 2 ** attempt, askedMs || 0), longestDelayMs)
}

/** Sends one HTTP request. Throws an `ApiError` for a refusal. */
async function send(url: string, init: RequestInit, onRefusal: (headers: Headers) => void): Promise<Reply> {
  const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  const body: unknown = isJson && text !== '' ? JSON.parse(text) : text || undefined
  if (response.ok) return { body, headers: response.headers }
  onRefusal(response.headers)
  throw new ApiError(response.status, body, response.headers.get('x-request-id') ?? undefined)
}

function queryText(query: WireRequest['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const parameters = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return parameters.size === 0 ? '' : `?${parameters}`
}

export function makeApi(session: Session, wait: (ms: number) => Promise<unknown> = sleep): Api {
  /** Retries requests that may be retried, with the same ULID. */
  async function sendPatiently(call: Endpoint, url: string, init: RequestInit): Promise<Reply> {
    let headers: Headers | undefined
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send(url, init, (refusal) => {
          headers = refusal
        })
      } catch (error) {
        if (attempt < attempts && mayRetry(call, error)) await wait(delayOf(attempt, headers))
        else if (error instanceof ApiError) throw error
        else throw noAnswer(session.apiUrl, call, error)
      }
    }
  }

  async function request(call: Endpoint, url: string, body: unknown): Promise<Reply> {
    const headers = {
      accept: 'application/json',
      'user-agent': userAgent(),
      [requestUlidHeaderName]: ulid(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const sendWith = (token: string) =>
      sendPatiently(call, url, {
        method: call.method,
        headers: { ...headers, authorization: `Bearer ${token}` },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    const token = await session.token()
    try {
      return await sendWith(token)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      if (error.type === 'SessionEnded') await session.forget()
      if (!['NotSignedIn', 'TokenExpired'].includes(error.type)) throw error
      // Another process has refreshed the tokens, or this computer's clock is slow.
      const other = await session.tokenAfter(token)
      if (other === undefined) throw error
      return await sendWith(other)
    }
  }

  return createClient<CallOptions>(async (call, { path, query, body }, { isOnePage }) => {
    const first = `${session.apiUrl}${path}${queryText(query)}`
    let reply = await request(call, first, body)
    let whole = reply.body
    for (
      let next = nextPage(reply.headers, first);
      next && !isOnePage;
      next = nextPage(reply.headers, next)
    ) {
      reply = await request(call, next, undefined)
      whole = joinPages(whole, reply.body)
    }
    return whole
  })
}

function noAnswer(apiUrl: string, call: Endpoint, cause: unknown): CommandError {
  const mayHaveActed = call.method !== 'GET' && !isConnectionRefused(cause)
  const sentence = `${apiUrl} doesn't answer. Check your network and try again.`
  return new CommandError(
    mayHaveActed ? `${sentence} The change may have been made, so check before you repeat it.` : sentence,
    { cause },
  )
}
