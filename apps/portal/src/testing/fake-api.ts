/** A fake API for tests that replaces the transport. The contract types its replies. */
import type { CallResult, Endpoint } from '@portal/contract/endpoint'
import { pathSegments } from '@portal/contract/endpoint'
import { type ErrorBody, type ErrorType, errorStatus } from '@portal/contract/errors'
import { env } from '../lib/env.ts'
import { transport } from '../lib/request/transport.ts'

export interface FakeRequest {
  params: Record<string, string>
  query: Record<string, unknown>
  body: unknown
  headers: Record<string, string>
  isCanceled: boolean
}

interface FakeResponse {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

type Reply = (request: FakeRequest) => FakeResponse | Promise<FakeResponse>

export const requestId = '01JFAKEREQUEST000000000000'

function refusal(call: Endpoint, type: ErrorType, more: Partial<ErrorBody['error']>): FakeResponse {
  const error = { type, message: `Refused: ${type}`, requestId, ...more }
  const { message } = error
  const body = call.hasPlainErrors ? { ...error, error: message, kind: type } : { error, kind: type, message }
  return { status: errorStatus[type], body }
}

function matchPath(call: Endpoint, path: string): Record<string, string> | undefined {
  const wanted = pathSegments(call)
  const given = path.split('/').filter((segment) => segment !== '')
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? ''
    if (segment.startsWith(':')) params[segment.slice(1)] = decodeURIComponent(value)
    else if (segment !== value) return undefined
  }
  return params
}

/** `/workspaces/deleted` comes before `/workspaces/:workspaceId`, which matches it too. */
const byParameters = ([a]: [Endpoint, Reply], [b]: [Endpoint, Reply]) =>
  a.path.split(':').length - b.path.split(':').length

function readBody(body: unknown): unknown {
  return typeof body === 'string' ? JSON.parse(body) : (body ?? undefined)
}

/** Like `fetch`, rejects with the signal's reason. Otherwise never settles. */
function rejectWhenAborted(signal: AbortSignal | null | undefined, request: FakeRequest): Promise<never> {
  return new Promise((_, reject) => {
    const cancel = () => {
      request.isCanceled = true
      reject(signal?.reason)
    }
    if (signal?.aborted) cancel()
    else signal?.addEventListener('abort', cancel)
  })
}

/** Resolves immediately, so that tests don't wait for the body to be read. */
function toFetchResponse({ status, body, headers }: FakeResponse) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return {
    ok: status < 400,
    status,
    statusText: '',
    text: async () => text ?? '',
    headers: new Headers(headers),
  }
}

export interface HeldReply<E extends Endpoint> {
  release(body: CallResult<E>): void
  refuse(type: ErrorType): void
}

export interface FakeApi {
  reply<E extends Endpoint>(call: E, body: CallResult<E> | ((request: FakeRequest) => CallResult<E>)): void
  /** Responds with any status and body, as a proxy might. */
  answer(call: Endpoint, status: number, body?: unknown, headers?: Record<string, string>): void
  refuse(call: Endpoint, type: ErrorType, more?: Partial<ErrorBody['error']>): void
  /** Fails as if there were no connection. */
  disconnect(call: Endpoint): void
  /** Responds when released. */
  hold<E extends Endpoint>(call: E): HeldReply<E>
  /** Responds with one page after another, each with a `Link` to the next. */
  replyInPages<E extends Endpoint>(call: E, pages: readonly CallResult<E>[]): void
  requests(call: Endpoint): FakeRequest[]
}

/** Replaces the transport until the next fake API does. A call without a reply fails the test. */
export function fakeApi(): FakeApi {
  const replies = new Map<Endpoint, Reply>()
  const log: { call: Endpoint; request: FakeRequest }[] = []

  transport.fetch = async (url, { method, body, headers, signal }) => {
    const { pathname, searchParams } = new URL(url)
    const path = pathname.slice(new URL(env.apiUrl).pathname.replace(/\/$/, '').length)
    for (const [call, reply] of [...replies].sort(byParameters)) {
      const params = matchPath(call, path)
      if (!params || call.method !== method) continue
      const request: FakeRequest = {
        params,
        query: Object.fromEntries(searchParams),
        body: readBody(body),
        headers: headers as Record<string, string>,
        isCanceled: false,
      }
      log.push({ call, request })
      const response = await Promise.race([reply(request), rejectWhenAborted(signal, request)])
      if (response.status === 0) throw new TypeError('Failed to fetch')
      return toFetchResponse(response)
    }
    console.error(`No reply for ${method} ${path}. Set one in the test.`)
    throw new TypeError('Failed to fetch')
  }

  const success = (call: Endpoint) => (call.success.status === 204 ? 204 : 200)
  return {
    reply(call, body) {
      type Result = CallResult<typeof call>
      const make = typeof body === 'function' ? (body as (request: FakeRequest) => Result) : () => body
      replies.set(call, (request) => ({ status: success(call), body: make(request) }))
    },
    answer(call, status, body, headers) {
      replies.set(call, () => ({ status, body, ...(headers && { headers }) }))
    },
    refuse(call, type, more = {}) {
      replies.set(call, () => refusal(call, type, more))
    },
    disconnect(call) {
      replies.set(call, () => ({ status: 0 }))
    },
    replyInPages(call, pages) {
      replies.set(call, ({ query }) => {
        const at = Number(query.after ?? 0)
        const link = `<https://api.example${call.path}?limit=1000&after=${at + 1}>; rel="next"`
        return { status: 200, body: pages[at], ...(at + 1 < pages.length && { headers: { link } }) }
      })
    },
    hold(call) {
      const { promise, resolve } = Promise.withResolvers<FakeResponse>()
      replies.set(call, () => promise)
      return {
        release: (body) => resolve({ status: success(call), body }),
        refuse: (type) => resolve(refusal(call, type, {})),
      }
    },
    requests: (call) => log.filter((entry) => entry.call === call).map(({ request }) => request),
  }
}
