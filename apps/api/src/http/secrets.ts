import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 32 random bytes for a cookie, a code or a state, as URL-safe text. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of a secret. */
export function hashOf(secret: string): Uint8Array {
  return hash('sha256', secret, 'buffer')
}

/** The XSRF token of a session: follows from its 32 random bytes, says nothing about them, and ends with it. */
export function xsrfTokenOf(sessionToken: string): string {
  return hash('sha256', `xsrf ${sessionToken}`, 'base64url')
}

/** Compares in constant time, whatever the lengths. */
export function isSameSecret(left: string, right: string): boolean {
  return timingSafeEqual(hashOf(left), hashOf(right))
}
