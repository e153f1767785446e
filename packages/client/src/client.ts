/** The typed client of the API. It sends the calls of the contract. See packages/client/README.md. */
import { type WireRequest, wireRequest } from '@portal/contract/client'
import type { CallInput, CallResult, Endpoint } from '@portal/contract/endpoint'
import { parseAddress } from './address.ts'
import { ApiError, ConnectionError, ForeignAnswer } from './errors.ts'
import { nextPage } from './next-page.ts'
import { retryDelayMs } from './retry.ts'

const defaultTimeoutMs = 30_000

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A list with more pages is a mistake of the server. Without the limit, the client would follow it forever. */
const maxPages = 1_000

export interface ClientOptions {
  /** The origin of the API, such as `https://api.example.com`. */
  address: string
  /** The token, or a function that returns it for each request. */
  token: string | (() => string | Promise<string>)
  /**
   * Returns another token after the API refused `refused` with 401, or undefined if there is none. The request is then sent
   * again, once.
   */
  renewToken?: (refused: string, error: ApiError) => Promise<string | undefined>
  /** Names the program in the logs of the API and in the user's list of sessions. */
  userAgent?: string
  /** The time that one attempt may take. The default is 30 seconds. */
  timeoutMs?: number
  /** Waits before a retry. Tests replace it. */
  wait?: (ms: number) => Promise<unknown>
}

export interface CallOptions {
  /**
   * Identifies a creation, so that it happens once even if the program is started again. By default each call gets a random
   * key, which its retries share.
   */
  idempotencyKey?: string
  signal?: AbortSignal
}

export interface Client {
  /** Makes a call. A list returns its first page. Throws `ApiError` or `ConnectionError`. */
  call: <E extends Endpoint>(call: E, input: CallInput<E>, options?: CallOptions) => Promise<CallResult<E>>
  /** Returns the pages of a list one by one. The next page is requested when the program asks for it. */
  pages: <E extends Endpoint>(
    call: E,
    input: CallInput<E>,
    options?: CallOptions,
  ) => AsyncGenerator<CallResult<E>, void>
}

interface Reply {
  body: unknown
  headers: Headers
}

/** Reads JSON or text. An unreadable body of a proxy, for example, is kept as text. */
function parseBody(text: string, contentType: string | null): unknown {
  if (text === '') return undefined
  if (!contentType?.includes('json')) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Whether a success or a redirect isn't from the API, such as the page of a captive portal. */
function isForeign({ success }: Endpoint, { status, headers }: Response, body: unknown): boolean {
  if (status !== success.status) return true
  if (status !== 200) return false
  if ('media' in success) return !headers.get('content-type')?.startsWith(success.media)
  return body === undefined || typeof body === 'string'
}

/** Sends one HTTP request. Throws an `ApiError` for a refusal, or the error of `fetch`. */
async function send(call: Endpoint, url: string, init: RequestInit): Promise<Reply> {
  // A redirect isn't followed, so the token stays at this origin.
  const response = await fetch(url, { ...init, redirect: 'manual' })
  const { headers } = response
  const body = parseBody(await response.text(), headers.get('content-type'))
  if (response.status >= 400) throw new ApiError(response.status, body, headers)
  if (isForeign(call, response, body)) throw new ForeignAnswer()
  return { body, headers }
}

function queryText(query: WireRequest['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const parameters = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return parameters.size === 0 ? '' : `?${parameters}`
}

export function createClient(options: ClientOptions): Client {
  const { renewToken, userAgent, timeoutMs = defaultTimeoutMs, wait = sleep } = options
  const address = parseAddress(options.address)
  const readToken = async () => (typeof options.token === 'string' ? options.token : options.token())

  async function attempt(call: Endpoint, url: string, init: RequestInit, signal?: AbortSignal) {
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      return await send(call, url, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
    } catch (error) {
      if (error instanceof ApiError) throw error
      signal?.throwIfAborted()
      throw new ConnectionError(address, call, error)
    }
  }

  async function sendPatiently(call: Endpoint, url: string, init: RequestInit, signal?: AbortSignal) {
    for (let count = 1; ; count += 1) {
      try {
        return await attempt(call, url, init, signal)
      } catch (error) {
        const isKnown = error instanceof ApiError || error instanceof ConnectionError
        const delayMs = isKnown ? retryDelayMs(call, error, count) : undefined
        if (delayMs === undefined) throw error
        await wait(delayMs)
      }
    }
  }

  async function request(call: Endpoint, url: string, body: unknown, options: CallOptions): Promise<Reply> {
    const { signal, idempotencyKey = crypto.randomUUID() } = options
    const headers = {
      accept: 'application/json',
      ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
      ...(call.isIdempotent ? { 'idempotency-key': idempotencyKey } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const sendWith = (token: string) => {
      const init = { method: call.method, headers: { ...headers, authorization: `Bearer ${token}` } }
      return sendPatiently(
        call,
        url,
        { ...init, ...(body === undefined ? {} : { body: JSON.stringify(body) }) },
        signal,
      )
    }
    const token = await readToken()
    try {
      return await sendWith(token)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      const other = await renewToken?.(token, error)
      if (other === undefined) throw error
      return await sendWith(other)
    }
  }

  const urlOf = ({ path, query }: WireRequest) => `${address}${path}${queryText(query)}`

  return {
    async call<E extends Endpoint>(call: E, input: CallInput<E>, options: CallOptions = {}) {
      const sent = wireRequest(call, input)
      const { body } = await request(call, urlOf(sent), sent.body, options)
      return body as CallResult<E>
    },
    async *pages<E extends Endpoint>(call: E, input: CallInput<E>, options: CallOptions = {}) {
      let url: string | undefined = urlOf(wireRequest(call, input))
      for (let count = 0; url !== undefined; count += 1) {
        if (count === maxPages) throw new Error(`The list has more than ${maxPages} pages.`)
        const reply: Reply = await request(call, url, undefined, options)
        yield reply.body as CallResult<E>
        url = nextPage(reply.headers, url)
      }
    },
  }
}
