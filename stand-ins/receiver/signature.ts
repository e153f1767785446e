/** Verifies signatures by the rules of Standard Webhooks, https://www.standardwebhooks.com. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const toleranceMs = 5 * 60_000
const signatureHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature']

const secretPrefix = 'whsec_'
export const secretPattern = /^whsec_[A-Za-z0-9+/]+={0,2}$/
export const noSecret = 'No secret yet'

export interface SignedRequest {
  headers: IncomingHttpHeaders
  /** The exact text that was sent. */
  body: string
  /** When it was received. */
  at: string
}

/** Returns a header, or an empty text. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

function isEqual(one: string, other: string): boolean {
  const [bytes, otherBytes] = [Buffer.from(one), Buffer.from(other)]
  return bytes.length === otherBytes.length && timingSafeEqual(bytes, otherBytes)
}

/** Returns why the signature can't be verified with any of the secrets, or null if it is valid. */
export function problemOf({ headers, body, at }: SignedRequest, secrets: readonly string[]): string | null {
  if (secrets.length === 0) return noSecret
  const missing = signatureHeaders.find((name) => headerOf(headers, name) === '')
  if (missing) return `the header ${missing} is missing`
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const isInTime = Math.abs(Date.parse(at) - Number(timestamp) * 1_000) <= toleranceMs
  if (!isInTime) return 'webhook-timestamp is not within 5 minutes'
  const signed = `${headerOf(headers, 'webhook-id')}.${timestamp}.${body}`
  const given = headerOf(headers, 'webhook-signature').split(' ')
  const isSignedWith = (secret: string) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
    const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
    return given.some((signature) => isEqual(signature, expected))
  }
  return secrets.some(isSignedWith) ? null : 'no signature matches a secret'
}
