/** An in-memory identity provider, for tests of how the API handles its responses. */
import type { AuthorizationOptions, IdentityGateway, IdentityProfile } from '../gateways/identity/identity.ts'
import { IdentityUnavailableError, SignInError } from '../gateways/identity/identity.ts'

export class FakeIdentity implements IdentityGateway {
  hasManagement = true
  isAway = false
  now: () => Date = () => new Date()
  /** When the user entered their credentials at the provider. Undefined means now. */
  authenticatedAt: Date | undefined
  readonly profiles = new Map<string, IdentityProfile>()
  readonly resentTo: string[] = []
  readonly #codes = new Map<string, { subject: string; nonce: string }>()
  readonly #nonces = new Map<string, string>()

  /** Adds a profile. */
  add(profile: Partial<IdentityProfile> & { subject: string; email: string }): IdentityProfile {
    const full = {
      isEmailVerified: true,
      firstName: null,
      lastName: null,
      nickname: null,
      pictureUrl: null,
      ...profile,
      // The gateways to the real providers trim the address too.
      email: profile.email.trim(),
    }
    this.profiles.set(full.subject, full)
    return full
  }

  /** Issues the authorization code for a sign-in with this state. */
  issueCode(state: string, subject: string): string {
    const code = `code-${this.#codes.size + 1}-${state.slice(0, 8)}`
    this.#codes.set(code, { subject, nonce: this.#nonces.get(state) ?? '' })
    return code
  }

  async authorizationUrl(
    checks: { state: string; nonce: string },
    { isSignup, reauthentication }: AuthorizationOptions,
  ) {
    if (this.isAway) throw new IdentityUnavailableError()
    this.#nonces.set(checks.state, checks.nonce)
    const url = new URL(`https://identity.example/authorize?state=${checks.state}`)
    if (isSignup) url.searchParams.set('screen_hint', 'signup')
    if (reauthentication) {
      url.searchParams.set('prompt', 'login')
      url.searchParams.set('max_age', String(reauthentication.maxAgeSeconds))
      url.searchParams.set('login_hint', reauthentication.email)
    }
    return url
  }

  async finish(callbackUrl: URL, checks: { nonce: string }) {
    if (this.isAway) throw new IdentityUnavailableError()
    if (callbackUrl.searchParams.get('error') === 'access_denied') throw new SignInError('denied')
    const code = callbackUrl.searchParams.get('code') ?? ''
    const issued = this.#codes.get(code)
    this.#codes.delete(code)
    if (!issued || issued.nonce !== checks.nonce) throw new SignInError('failed')
    const profile = this.profiles.get(issued.subject)
    if (!profile) throw new SignInError('failed')
    const authenticatedAt = this.authenticatedAt ?? this.now()
    return { profile, accessToken: `access-${issued.subject}`, authenticatedAt }
  }

  async signOutUrl() {
    return this.isAway ? undefined : new URL('https://identity.example/v2/logout')
  }

  async readProfile(subject: string, accessToken: string | undefined) {
    if (this.isAway) throw new IdentityUnavailableError()
    if (!this.hasManagement && accessToken !== `access-${subject}`) return undefined
    return this.profiles.get(subject)
  }

  async resendVerification(subject: string) {
    if (this.isAway) throw new IdentityUnavailableError()
    this.resentTo.push(subject)
  }
}
