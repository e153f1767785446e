import { isEmail, isHttpUrl, isPersonName } from '@portal/contract/text-rules'
import type { IdentityProfile } from './identity.ts'
import { SignInError } from './identity.ts'

/** The claims of OpenID Connect's standard set, and Auth0's user, agree on these names. */
export type ProfileClaims = Readonly<Record<string, unknown>>

/** A name from outside is taken only where our own form would take it. */
function nameOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const name = value.trim().normalize('NFC')
  return name !== '' && isPersonName(name) ? name : null
}

/** Throws `SignInError` (`no-email`) for a profile without a usable address. */
export function profileOf(subject: string, claims: ProfileClaims): IdentityProfile {
  const email = typeof claims.email === 'string' ? claims.email.trim().normalize('NFC') : ''
  if (!isEmail(email) || email.includes('\0')) throw new SignInError('no-email')
  const picture = typeof claims.picture === 'string' && isHttpUrl(claims.picture) ? claims.picture : null
  return {
    subject,
    email,
    isEmailVerified: claims.email_verified === true,
    firstName: nameOf(claims.given_name),
    lastName: nameOf(claims.family_name),
    nickname: nameOf(claims.nickname),
    pictureUrl: picture,
  }
}
