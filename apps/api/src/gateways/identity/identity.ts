/** What the product asks of an identity provider. */

/** What is read of a provider's profile. The raw profile is kept nowhere. */
export interface IdentityProfile {
  /** The sign-in id, for example `auth0|01J…`; the part before the bar is the signup method. */
  subject: string
  email: string
  isEmailVerified: boolean
  firstName: string | null
  lastName: string | null
  nickname: string | null
  pictureUrl: string | null
}

export interface SignInChecks {
  state: string
  nonce: string
  codeVerifier: string
}

/** A profile with the access token that it was read with. */
export interface SignedIn {
  profile: IdentityProfile
  accessToken: string
}

export type SignInFailure = 'denied' | 'no-email' | 'failed'

/** The provider answered, and the answer is no sign-in. */
export class SignInError extends Error {
  readonly reason: SignInFailure
  constructor(reason: SignInFailure, cause?: unknown) {
    super(`The sign-in did not succeed: ${reason}`, { cause })
    this.name = 'SignInError'
    this.reason = reason
  }
}

/** The provider did not answer, or not in time, or with a failure of its own. */
export class IdentityUnavailableError extends Error {
  constructor(cause?: unknown) {
    super('The identity provider did not answer', { cause })
    this.name = 'IdentityUnavailableError'
  }
}

export interface IdentityGateway {
  /** The provider's own API is configured: profiles can be read and mails be sent again without the person. */
  readonly hasManagement: boolean
  /** Where to send the browser. Throws `IdentityUnavailableError`. */
  authorizationUrl(checks: SignInChecks, options: { isSignup: boolean }): Promise<URL>
  /** Redeems the provider's answer. Throws `SignInError` or `IdentityUnavailableError`. */
  finish(callbackUrl: URL, checks: SignInChecks): Promise<SignedIn>
  /** Where the browser ends the provider's own session, or undefined while the provider is away. */
  signOutUrl(): Promise<URL | undefined>
  /** Reads a profile again: by the management API, else with the access token. Throws `IdentityUnavailableError`. */
  readProfile(subject: string, accessToken: string | undefined): Promise<IdentityProfile | undefined>
  /** Has the verification mail sent again. Throws `IdentityUnavailableError`. */
  resendVerification(subject: string): Promise<void>
}
