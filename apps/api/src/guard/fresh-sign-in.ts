/** Requires a fresh sign-in for irreversible actions. See docs/product/sign-in.md#fresh-sign-in. */
import { durationText } from '@portal/contract/text/time-string'
import type { Config } from '../config.ts'
import { Refusal } from '../http/errors/refusal.ts'
import type { Caller } from './caller.ts'

/** Whether the user signed in at the identity provider recently enough. */
export function isFreshSignIn(
  authenticatedAt: Date | null | undefined,
  { FRESH_SIGN_IN_AGE }: Pick<Config, 'FRESH_SIGN_IN_AGE'>,
  now: Date,
): boolean {
  return authenticatedAt != null && now.getTime() - authenticatedAt.getTime() <= FRESH_SIGN_IN_AGE
}

/** The value for the `max_age` parameter of RFC 9470 and OpenID Connect. */
export const freshSignInSeconds = ({ FRESH_SIGN_IN_AGE }: Pick<Config, 'FRESH_SIGN_IN_AGE'>) =>
  Math.floor(FRESH_SIGN_IN_AGE / 1_000)

/** @throws Refusal `FreshSignInRequired` */
export function requireFreshSignIn(
  { authenticatedAt }: Pick<Caller, 'authenticatedAt'>,
  config: Pick<Config, 'FRESH_SIGN_IN_AGE'>,
  now: Date,
): void {
  if (isFreshSignIn(authenticatedAt, config, now)) return
  const age = durationText(config.FRESH_SIGN_IN_AGE)
  throw new Refusal(
    'FreshSignInRequired',
    `This needs a sign-in that is at most ${age} old. Sign in again to continue.`,
    {
      maxAgeSeconds: freshSignInSeconds(config),
    },
  )
}
