import * as z from 'zod/mini'
import type { Config } from '../../config.ts'
import type { IdentityProfile } from './identity.ts'
import { IdentityRefusedError, IdentityUnavailableError } from './identity.ts'
import { profileOf } from './identity-profile.ts'

const defaultAnswerTimeoutMs = 5_000
const tokenSchema = z.object({ access_token: z.string(), expires_in: z.number() })
/** Credentials, permissions and limits concern every request, so the provider counts as unavailable, as with billing. */
const unavailableStatuses = [401, 403, 408, 429]
const userSchema = z.looseObject({ user_id: z.string() })

const failureOf = ({ status }: Response) => new Error(`answered ${status}`)

/** Auth0's management API v2: reads users and sends verification mails. */
export class Auth0Management {
  readonly #config: Config
  readonly #base: string
  readonly #answerTimeoutMs: number
  #token: { value: string; expiresAtMs: number } | undefined

  constructor(config: Config, answerTimeoutMs = defaultAnswerTimeoutMs) {
    this.#config = config
    this.#answerTimeoutMs = answerTimeoutMs
    this.#base = (config.AUTH0_MANAGEMENT_URL || config.OIDC_ISSUER).replace(/\/?$/, '/')
  }

  /** Says which custom domain the links of a mail lead to. A tenant can have several. */
  #customDomain(): Record<string, string> {
    const { host } = new URL(this.#config.OIDC_ISSUER)
    return host === new URL(this.#base).host ? {} : { 'auth0-custom-domain': host }
  }

  async #post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return this.#fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  }

  async #fetch(path: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(new URL(path, this.#base), {
        ...init,
        redirect: 'error',
        signal: AbortSignal.timeout(this.#answerTimeoutMs),
      })
    } catch (error) {
      throw new IdentityUnavailableError(error)
    }
  }

  async #authorization(): Promise<Record<string, string>> {
    if (!this.#token || this.#token.expiresAtMs < Date.now() + 60_000) {
      const response = await this.#post('oauth/token', {
        grant_type: 'client_credentials',
        client_id: this.#config.AUTH0_MANAGEMENT_CLIENT_ID,
        client_secret: this.#config.AUTH0_MANAGEMENT_CLIENT_SECRET,
        audience: `${this.#base}api/v2/`,
      })
      if (!response.ok) throw new IdentityUnavailableError(failureOf(response))
      const body = tokenSchema.safeParse(await this.#json(response))
      if (!body.success) throw new IdentityUnavailableError(body.error)
      this.#token = {
        value: body.data.access_token,
        expiresAtMs: Date.now() + body.data.expires_in * 1_000,
      }
    }
    return { authorization: `Bearer ${this.#token.value}` }
  }

  async #json(response: Response): Promise<unknown> {
    if (!response.ok) {
      const { status } = response
      if (status === 401) this.#token = undefined
      if (status < 500 && !unavailableStatuses.includes(status))
        throw new IdentityRefusedError(failureOf(response))
      throw new IdentityUnavailableError(failureOf(response))
    }
    try {
      return await response.json()
    } catch (error) {
      throw new IdentityUnavailableError(error)
    }
  }

  /** Returns undefined if the user was deleted at the provider. */
  async readProfile(subject: string): Promise<IdentityProfile | undefined> {
    const headers = await this.#authorization()
    const response = await this.#fetch(`api/v2/users/${encodeURIComponent(subject)}`, { headers })
    if (response.status === 404) return undefined
    const user = userSchema.safeParse(await this.#json(response))
    if (!user.success) throw new IdentityUnavailableError(user.error)
    return profileOf(user.data.user_id, user.data)
  }

  async resendVerification(subject: string): Promise<void> {
    const headers = { ...(await this.#authorization()), ...this.#customDomain() }
    const body = { user_id: subject, client_id: this.#config.OIDC_CLIENT_ID }
    await this.#json(await this.#post('api/v2/jobs/verification-email', body, headers))
  }
}
