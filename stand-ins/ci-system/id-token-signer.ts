import { randomUUID } from 'node:crypto'
import { importJWK, type JWK, SignJWT } from 'jose'
import type { SigningKey } from './signing-key.ts'

/** GitHub's identity tokens also live five minutes. */
const lifetimeSeconds = 300

/** Signs identity tokens. */
export class IdTokenSigner {
  readonly issuer: string
  readonly #key: SigningKey

  constructor(issuer: string, key: SigningKey) {
    this.issuer = issuer
    this.#key = key
  }

  /** The public keys, as `/.well-known/jwks` publishes them. */
  get publicKeys(): JWK[] {
    const { kty, n, e, kid, alg, use } = this.#key
    return [{ kty, n, e, kid, alg, use } as JWK]
  }

  /** Signs the claims. Each given claim replaces the default. */
  async sign(audience: string | string[], claims: Record<string, unknown>): Promise<string> {
    const now = Math.floor(Date.now() / 1_000)
    const defaults = {
      jti: randomUUID(),
      iss: this.issuer,
      aud: audience,
      nbf: now - 600,
      iat: now,
      exp: now + lifetimeSeconds,
    }
    return new SignJWT({ ...defaults, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: this.#key.kid, typ: 'JWT' })
      .sign(await importJWK(this.#key, 'RS256'))
  }
}
