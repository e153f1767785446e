/** Fetches a JSON document of an issuer. See docs/product/trust-rules.md#keys-of-the-issuer. */
import type { IncomingMessage } from 'node:http'
import { type Resolve, sendFenced, UnreachableError } from '../fence/send-fenced.ts'

const maxBytes = 1_048_576
const defaultTimeoutMs = 5_000

export interface FetchOptions {
  /** Whether http and private addresses are allowed. */
  isTrusted: boolean
  timeoutMs?: number
  resolve?: Resolve
}

function checkHead({ statusCode = 0, headers }: IncomingMessage): void {
  if (statusCode >= 300 && statusCode < 400) throw new UnreachableError('redirects, which is not followed')
  if (statusCode !== 200) throw new UnreachableError(`answers with status ${statusCode}`)
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new UnreachableError('sends a compressed document')
}

async function readBody(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw new UnreachableError('sends a document of more than 1 MB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreachableError('sends a document that is not JSON')
  }
}

/**
 * Returns the parsed document.
 * @throws UnreachableError whose message completes the sentence "The issuer …".
 */
export async function fetchIssuerDocument(address: string, options: FetchOptions): Promise<unknown> {
  const { isTrusted, timeoutMs = defaultTimeoutMs, resolve } = options
  const request = { headers: { accept: 'application/json' }, isTrusted, timeoutMs, resolve }
  return sendFenced(address, request, async (response) => {
    checkHead(response)
    return parseJson(await readBody(response))
  })
}
