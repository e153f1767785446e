import { cleanLine } from '@portal/contract/text/clean-line'
import { isEmail, isHttpUrl, isPersonName } from '@portal/contract/text/text-rules'
import type { IdentityProfile } from './identity.ts'
import { SignInError } from './identity.ts'

/** The claims, whose names are the same in OpenID Connect and in Auth0's users. */
export type ProfileClaims = Readonly<Record<string, unknown>>

/** Returns the provider's name if the profile form would accept it, else null. */
function nameOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const name = cleanLine(value)
  return name !== '' && isPersonName(name) ? name : null
}

/** The limit of OpenID Connect. */
const subjectMaxLength = 255

const isSubject = (subject: string) =>
  subject.trim() !== '' &&
  subject.length <= subjectMaxLength &&
  subject.isWellFormed() &&
  !subject.includes('\0')

/**
 * Throws `SignInError`: `failed` for a profile without a valid subject, because an empty one would be shared by all users, and
 * `no-email` for one without a valid email address.
 */
export function profileOf(subject: string, claims: ProfileClaims): IdentityProfile {
  if (!isSubject(subject)) throw new SignInError('failed')
  const email = typeof claims.email === 'string' ? cleanLine(claims.email) : ''
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
