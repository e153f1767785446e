import { gunzipSync } from 'node:zlib'

const longestTextBytes = 32 * 1024 * 1024

function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parses plain or base64 JSON. */
function jsonOrBase64(text: string): unknown {
  return json(text) ?? json(Buffer.from(text, 'base64').toString('utf8'))
}

/**
 * What the clients send: JSON, JSON compressed by gzip (without a header that says so), or a form whose `data` is JSON in base64.
 * @param query of the address, where a page that closes may put `data` too
 * @returns undefined for what is none of these
 */
export function readBody(bytes: Buffer, query: { data?: unknown }): unknown {
  if (typeof query.data === 'string') return jsonOrBase64(query.data)
  let text: string
  try {
    text = (isGzip(bytes) ? gunzipSync(bytes, { maxOutputLength: longestTextBytes }) : bytes).toString('utf8')
  } catch {
    return undefined
  }
  if (!text.startsWith('data=')) return jsonOrBase64(text)
  const data = new URLSearchParams(text).get('data')
  return data === null ? undefined : jsonOrBase64(data)
}
