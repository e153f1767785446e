/**
 * Rate limits of the sensitive calls, shared by all processes. They are far above manual use and low enough to protect
 * other users. Beyond the limit a call answers 429 `TooManyRequests` with `Retry-After`. See docs/product/errors.md#limits.
 */
import type { Access } from './access.ts'
import { usageLimits } from './usage-limits.ts'

export interface RateLimit {
  windowSeconds: number
  /** Calls per window from one client address, shared by all users behind it. Only for calls that need no credential. */
  perAddress?: number
  /**
   * Calls with an invalid code or nonce per window from one client address. Valid calls are neither counted nor refused, so
   * that junk from an address doesn't affect its other users.
   */
  invalidPerAddress?: number
  /** Calls per window by one signed-in account. Signed-in calls have no limit per address. */
  perAccount?: number
}

/** A limit has only one of the two counts per address, because both would have the same key. */
type OneCount = { perAddress?: never } | { invalidPerAddress?: never }

const minute = 60
const hour = 3_600

export const rateLimits = {
  /** A whole office may sign in from one address. */
  signIn: { windowSeconds: minute, perAddress: 600 },
  signInCallback: { windowSeconds: minute, invalidPerAddress: 600 },
  /** An instance redeems the codes of all its users from one address. */
  handoff: { windowSeconds: minute, invalidPerAddress: 1_200 },
  /** Bounds the instance tokens of an account, which all end together with its access. */
  openWorkspace: { windowSeconds: hour, perAccount: 120 },
  emailVerification: { windowSeconds: 10 * minute, perAccount: 6 },
  /** Covers new invitations, resent mails and links. */
  invitation: { windowSeconds: hour, perAccount: 1_000 },
  /** Calls that reach the identity or the billing provider. `ACCOUNT_LIMITS` changes the limit per account. */
  providerCalls: {
    windowSeconds: usageLimits.providerCalls.windowSeconds,
    perAccount: usageLimits.providerCalls.most,
  },
  tokenCreation: { windowSeconds: hour, perAccount: 300 },
  /** Each call sends one request to a server of the caller's choice. */
  webhookAttempt: { windowSeconds: 10 * minute, perAccount: 60 },
  /** Scripts may sign in many times from one address. */
  deviceAuthorization: { windowSeconds: 10 * minute, perAddress: 300 },
  /** The runners of a CI system share few addresses, and tools poll while a sign-in waits for approval. */
  oauthToken: { windowSeconds: minute, invalidPerAddress: 1_200 },
  /** Covers correct and wrong codes, so that a correct one does not reset the count. */
  cliSignIn: { windowSeconds: 10 * minute, perAccount: 20 },
  staffLookUp: { windowSeconds: 10 * minute, perAccount: 600 },
  download: { windowSeconds: hour, perAccount: 60 },
} as const satisfies Record<string, RateLimit & OneCount>

export type RateLimitName = keyof typeof rateLimits

/** The fields of an `Endpoint` that decide its rate limit. */
interface RateLimitedCall {
  method: string
  access: Access
  rateLimit?: RateLimitName
}

/** The limit of a call: the one it declares, or `staffLookUp` for every read by staff. */
export function rateLimitOf(call: RateLimitedCall): RateLimitName | undefined {
  if (call.rateLimit) return call.rateLimit
  return call.access.staff && call.method === 'GET' ? 'staffLookUp' : undefined
}
