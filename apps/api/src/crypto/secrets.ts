import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 32 random bytes for a cookie, a code or a state, as URL-safe text. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** The SHA-256 hash that is stored instead of a secret. */
export function hashOf(secret: string): Uint8Array {
  return hash('sha256', secret, 'buffer')
}

/** The SHA-256 hash as text. */
export function textHashOf(secret: string): string {
  return hash('sha256', secret, 'base64url')
}

/** Derives the XSRF token from the session token, so it needs no storage and expires with the session. */
export function xsrfTokenOf(sessionToken: string): string {
  return hash('sha256', `xsrf ${sessionToken}`, 'base64url')
}

/** Compares in constant time, for texts of any length. */
export function isSameSecret(left: string, right: string): boolean {
  return timingSafeEqual(hashOf(left), hashOf(right))
}
