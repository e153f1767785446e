/**
 * Pending sign-ins: state, nonce and PKCE verifier. They are bound to the browser that started them, and each is used
 * once.
 */
import { signInAttemptLifetimeMs } from '@portal/contract/limits'
import { hashOf, newSecret } from '../../crypto/secrets.ts'
import type { SignInChecks } from '../../gateways/identity/identity.ts'
import type { SignInProblem } from '../../http/navigation.ts'
import type { Services } from '../../services.ts'
import * as store from '../sessions/session-store.ts'

export interface Attempt {
  checks: SignInChecks
  browserSecret: string
}

export interface AttemptPurpose {
  /** The session that the user renews by signing in again. Null for an ordinary sign-in. */
  renewsSessionId: string | null
  /** Whether the user was asked for their credentials again before a question about an account. */
  isRepeated: boolean
}

/** Several tabs of one browser can sign in at the same time. They share the browser secret and have separate states. */
export async function beginAttempt(
  services: Services,
  browserSecret: string | undefined,
  { renewsSessionId, isRepeated }: AttemptPurpose,
): Promise<Attempt> {
  const { database, now } = services
  const secret = browserSecret !== undefined && browserSecret.length === 43 ? browserSecret : newSecret()
  const checks = { state: newSecret(), nonce: newSecret(), codeVerifier: newSecret() }
  await store.insertAttempt(database.orm, {
    stateHash: hashOf(checks.state),
    browserHash: hashOf(secret),
    nonce: checks.nonce,
    codeVerifier: checks.codeVerifier,
    renewsSessionId,
    isRepeated,
    expiresAt: new Date(now().getTime() + signInAttemptLifetimeMs),
  })
  return { checks, browserSecret: secret }
}

/** Consumes the attempt for a state started in this browser. Exactly one of many concurrent calls succeeds. */
export async function takeAttempt(
  services: Services,
  state: string | undefined,
  browserSecret: string | undefined,
): Promise<({ checks: SignInChecks } & AttemptPurpose) | { problem: SignInProblem }> {
  const { database, now } = services
  if (!state) return { problem: 'failed' }
  const stateHash = hashOf(state)
  const row =
    browserSecret === undefined
      ? undefined
      : await store.takeAttempt(database.orm, stateHash, hashOf(browserSecret))
  if (!row) {
    const isForeign = await store.hasAttempt(database.orm, stateHash)
    return { problem: isForeign ? 'foreign' : 'expired' }
  }
  if (row.expiresAt < now()) return { problem: 'expired' }
  const checks = { state, nonce: row.nonce, codeVerifier: row.codeVerifier }
  const { renewsSessionId, isRepeated } = row
  return { checks, renewsSessionId, isRepeated }
}
