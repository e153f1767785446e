/**
 * How often the sensitive calls may be made (RULES sections 2 and 3), by all processes together. Far above what people do
 * by hand; below what harms others. Past it a call answers 429 `TooManyRequests` with `Retry-After`.
 */
import type { Endpoint } from './endpoint.ts'

export interface RateLimit {
  windowSeconds: number
  /** Calls in a window from one client address: everybody behind it shares them. */
  perAddress: number
  /** Calls in a window by one account, where somebody is signed in. */
  perAccount?: number
}

const minute = 60
const hour = 3_600

export const rateLimits = {
  /** Both halves of a sign-in. An office signs in from one address. */
  signIn: { windowSeconds: minute, perAddress: 600 },
  /** An instance redeems the codes of all its people from one address. */
  handoff: { windowSeconds: minute, perAddress: 1_200 },
  emailVerification: { windowSeconds: 10 * minute, perAddress: 100, perAccount: 6 },
  /** New ones, mails sent again, and links. */
  invitation: { windowSeconds: hour, perAddress: 5_000, perAccount: 500 },
  tokenCreation: { windowSeconds: hour, perAddress: 3_000, perAccount: 300 },
  staffLookUp: { windowSeconds: 10 * minute, perAddress: 3_000, perAccount: 600 },
  download: { windowSeconds: hour, perAddress: 600, perAccount: 60 },
} as const satisfies Record<string, RateLimit>

export type RateLimitName = keyof typeof rateLimits

/** The limit of a call: the one it names, and for every look-up by staff theirs, so that none is forgotten. */
export function rateLimitOf(call: Endpoint): RateLimitName | undefined {
  if (call.rateLimit) return call.rateLimit
  return call.access.staff && call.method === 'GET' ? 'staffLookUp' : undefined
}
