/** The interface to the identity provider. */

/** The used parts of a provider's profile. The raw profile is not stored. */
export interface IdentityProfile {
  /** The provider's user id, for example `auth0|01J…`. The part before the bar is the signup method. */
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

/** A user's profile and the access token that it was read with. */
export interface SignedIn {
  profile: IdentityProfile
  accessToken: string
  /** When the user entered their credentials at the provider, as its `auth_time` claim says. */
  authenticatedAt: Date
}

export type SignInFailure =
  | 'denied'
  | 'no-email'
  /** The provider sends no `auth_time`, so it doesn't tell when the user entered their credentials. */
  | 'no-auth-time'
  /** The provider accepted an old sign-in, although it was asked for a new one. */
  | 'not-repeated'
  /** The user was asked to sign in again, and signed in to another account. */
  | 'other-account'
  | 'failed'

export interface AuthorizationOptions {
  isSignup: boolean
  /** Makes the user enter their credentials again, unless they did so less than `maxAgeSeconds` ago. */
  reauthentication?: { maxAgeSeconds: number; email: string } | undefined
}

/** The provider refused the sign-in, or its response is invalid. */
export class SignInError extends Error {
  readonly reason: SignInFailure
  constructor(reason: SignInFailure, cause?: unknown) {
    super(`The sign-in did not succeed: ${reason}`, { cause })
    this.name = 'SignInError'
    this.reason = reason
  }
}

/** The provider was unavailable, too busy, or refused our credentials. */
export class IdentityUnavailableError extends Error {
  constructor(cause?: unknown) {
    super('The identity provider did not answer', { cause })
    this.name = 'IdentityUnavailableError'
  }
}

/** The provider refused the request. It would refuse it again, so this is a mistake of ours and not an outage. */
export class IdentityRefusedError extends Error {
  constructor(cause: Error) {
    super(`The identity provider refused the request: ${cause.message}`, { cause })
    this.name = 'IdentityRefusedError'
  }
}

export interface IdentityGateway {
  /** Whether the management API is configured. It reads profiles and resends mails without the user's access token. */
  readonly hasManagement: boolean
  /** Returns the URL of the provider's sign-in page. Throws `IdentityUnavailableError`. */
  authorizationUrl(checks: SignInChecks, options: AuthorizationOptions): Promise<URL>
  /** Redeems the code in the callback URL. Throws `SignInError` or `IdentityUnavailableError`. */
  finish(callbackUrl: URL, checks: SignInChecks): Promise<SignedIn>
  /** Returns the URL that ends the provider's session, or undefined if the provider is unavailable or has none. */
  signOutUrl(): Promise<URL | undefined>
  /**
   * Reads a profile with the management API, else with the access token. Throws `IdentityUnavailableError`, or
   * `IdentityRefusedError` if the management API refuses the request.
   */
  readProfile(subject: string, accessToken: string | undefined): Promise<IdentityProfile | undefined>
  /** Resends the verification mail. Throws `IdentityUnavailableError` or `IdentityRefusedError`. */
  resendVerification(subject: string): Promise<void>
}
