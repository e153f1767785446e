import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** 32 random bytes for a cookie, a code or a state, as URL-safe text. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of a secret. */
export function hashOf(secret: string): Uint8Array {
  return createHash('sha256').update(secret).digest()
}

/** The XSRF token of a session: follows from its secret, says nothing about it, and ends with it. */
export function xsrfTokenOf(sessionToken: string): string {
  return createHmac('sha256', sessionToken).update('xsrf').digest('base64url')
}

/** Compares in constant time, whatever the lengths. */
export function isSameSecret(left: string, right: string): boolean {
  return timingSafeEqual(hashOf(left), hashOf(right))
}
