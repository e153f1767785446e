/**
 * Sends a request to a URL that a user typed, so it must not reach into the operator's network: https and public addresses alone,
 * checked for the very connection, without redirects. See docs/product/trust-rules.md#keys-of-the-issuer.
 */
import { Resolver } from 'node:dns/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** The server can't be used at the moment. The message completes a sentence such as "The server …" or "The issuer …". */
export class UnreachableError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'UnreachableError'
  }
}

export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>

export interface FencedRequest {
  method?: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  /** Whether http and private addresses are allowed. */
  isTrusted: boolean
  timeoutMs: number
  resolve?: Resolve | undefined
}

/** Also the error for a host that doesn't resolve, so that users can't probe for names in the operator's network. */
const notPublic = (cause?: unknown) => new UnreachableError('has no public address', cause)

/**
 * Resolves a host for one connection. The socket connects to exactly the addresses that were checked here, so a DNS
 * answer that changes afterwards has no effect.
 */
function publicLookup(resolve: Resolve): LookupFunction {
  return (host, options, callback) => {
    resolve(host).then(
      (addresses) => {
        const [first] = addresses
        if (!first || !addresses.every(({ address }) => isPublicAddress(address))) callback(notPublic(), '')
        else if (options.all) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      (error: unknown) => callback(notPublic(error), ''),
    )
  }
}

function checkUrl(url: URL): void {
  if (url.protocol !== 'https:') throw new UnreachableError('does not use https')
  // The socket doesn't look up an address that is written in the URL.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw notPublic()
}

/**
 * Resolves hosts with its own DNS queries, to the servers of the system by default. `dns.lookup` would occupy one of the few
 * threads of the process for each host whose name servers don't answer, and everything else that looks up a host would
 * wait for them.
 */
export function resolveWith(servers?: string[]): Resolve {
  return async (host) => {
    const resolver = new Resolver({ timeout: 1_000, tries: 2 })
    if (servers) resolver.setServers(servers)
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const found = answers.flatMap((answer, at) =>
      answer.status === 'fulfilled'
        ? answer.value.map((address) => ({ address, family: at === 0 ? 4 : 6 }))
        : [],
    )
    if (found.length === 0) throw new Error(`${host} does not resolve`)
    return found
  }
}

/**
 * Sends the request and returns what `read` makes of the answer. The connection ends with it.
 * @throws UnreachableError
 */
export async function sendFenced<T>(
  address: string,
  { method = 'GET', headers, body, isTrusted, timeoutMs, resolve = resolveWith() }: FencedRequest,
  read: (response: IncomingMessage) => Promise<T>,
): Promise<T> {
  const url = URL.parse(address)
  if (!url) throw new UnreachableError('names an invalid URL')
  if (!isTrusted) checkUrl(url)
  const signal = AbortSignal.timeout(timeoutMs)
  const { request } = url.protocol === 'https:' ? https : http
  try {
    const response = await new Promise<IncomingMessage>((receive, fail) => {
      const outgoing = request(url, {
        method,
        agent: false,
        signal,
        headers: { ...headers, 'accept-encoding': 'identity' },
        ...(isTrusted ? {} : { lookup: publicLookup(resolve) }),
      })
      outgoing.once('response', receive).once('error', fail).end(body)
    })
    try {
      return await read(response)
    } finally {
      // Also ends the connection when the answer is refused before it was read.
      response.destroy()
    }
  } catch (error) {
    if (error instanceof UnreachableError) throw error
    if (signal.aborted)
      throw new UnreachableError(`does not answer within ${timeoutMs / 1_000} seconds`, error)
    throw new UnreachableError('cannot be reached', error)
  }
}
