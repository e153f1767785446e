/**
 * Fetches a JSON document of an issuer. A workspace manager typed the URL, so the request must not reach into the
 * operator's network. See docs/product/trust-rules.md#keys-of-the-issuer.
 */
import { Resolver } from 'node:dns/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

const maxBytes = 1_048_576
const defaultTimeoutMs = 5_000

/** The issuer can't be used at the moment. The message completes the sentence "The issuer …". */
export class IssuerUnavailableError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'IssuerUnavailableError'
  }
}

export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>

export interface FetchOptions {
  /** Whether http and private addresses are allowed. */
  isTrusted: boolean
  timeoutMs?: number
  resolve?: Resolve
}

const isPrivate = () => new IssuerUnavailableError('resolves to a private or reserved address')

/**
 * Resolves a host for one connection. The socket connects to exactly the addresses that were checked here, so a DNS
 * answer that changes afterwards has no effect.
 */
function publicLookup(resolve: Resolve): LookupFunction {
  return (host, options, callback) => {
    resolve(host).then(
      (addresses) => {
        const [first] = addresses
        if (!first || !addresses.every(({ address }) => isPublicAddress(address))) callback(isPrivate(), '')
        else if (options.all) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      () => callback(new IssuerUnavailableError('has a host name that does not resolve'), ''),
    )
  }
}

function checkUrl(url: URL): void {
  if (url.protocol !== 'https:') throw new IssuerUnavailableError('does not use https')
  // The socket doesn't look up an address that is written in the URL.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw isPrivate()
}

function checkHead({ statusCode = 0, headers }: IncomingMessage): void {
  if (statusCode >= 300 && statusCode < 400)
    throw new IssuerUnavailableError('redirects, which is not followed')
  if (statusCode !== 200) throw new IssuerUnavailableError(`answers with status ${statusCode}`)
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new IssuerUnavailableError('sends a compressed document')
}

async function readBody(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw new IssuerUnavailableError('sends a document of more than 1 MB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new IssuerUnavailableError('sends a document that is not JSON')
  }
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
 * Returns the parsed document.
 * @throws IssuerUnavailableError
 */
export async function fetchIssuerDocument(address: string, options: FetchOptions): Promise<unknown> {
  const { isTrusted, timeoutMs = defaultTimeoutMs, resolve = resolveWith() } = options
  const url = URL.parse(address)
  if (!url) throw new IssuerUnavailableError('names an invalid URL')
  if (!isTrusted) checkUrl(url)
  const signal = AbortSignal.timeout(timeoutMs)
  const { request } = url.protocol === 'https:' ? https : http
  try {
    const response = await new Promise<IncomingMessage>((receive, fail) => {
      const outgoing = request(url, {
        agent: false,
        signal,
        headers: { accept: 'application/json', 'accept-encoding': 'identity' },
        ...(isTrusted ? {} : { lookup: publicLookup(resolve) }),
      })
      outgoing.once('response', receive).once('error', fail).end()
    })
    try {
      checkHead(response)
      return parseJson(await readBody(response))
    } finally {
      // Also ends the connection when the document is refused before it was read.
      response.destroy()
    }
  } catch (error) {
    if (error instanceof IssuerUnavailableError) throw error
    if (signal.aborted)
      throw new IssuerUnavailableError(`does not answer within ${timeoutMs / 1_000} seconds`, error)
    throw new IssuerUnavailableError('cannot be reached', error)
  }
}
