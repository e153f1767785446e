/** Issuers of identity tokens without a network. The real gateway verifies their tokens. */
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { ulid } from 'ulid'
import type { Config } from '../config.ts'
import { UnreachableError } from '../gateways/fence/send-fenced.ts'
import { IdentityIssuers } from '../gateways/identity-issuers/identity-issuers.ts'

export const keyId = 'test-key'
const pair = await generateKeyPair('RS256', { extractable: true })
/** The key pair of every fake issuer. */
export const issuerKeys = {
  ...pair,
  publicJwk: { ...(await exportJWK(pair.publicKey)), kid: keyId, alg: 'RS256' },
}

export class FakeIssuers {
  /** Whether every issuer is unavailable. */
  isAway = false
  /** The requested documents, newest last. */
  readonly fetched: string[] = []

  gateway(config: Config, now: () => Date): IdentityIssuers {
    return new IdentityIssuers({
      trustedIssuers: config.FEDERATION_TRUSTED_ISSUERS,
      now,
      fetchDocument: async (url) => {
        this.fetched.push(url)
        if (this.isAway) throw new UnreachableError('cannot be reached')
        const issuer = url.replace('/.well-known/openid-configuration', '')
        return url === issuer ? { keys: [issuerKeys.publicJwk] } : { issuer, jwks_uri: `${issuer}/keys` }
      },
    })
  }
}

/** Signs an identity token with these claims. */
export function signIdentityToken(
  claims: Record<string, unknown>,
  options: { key?: CryptoKey | Uint8Array; header?: Record<string, unknown> } = {},
): Promise<string> {
  const header = { alg: 'RS256', kid: keyId, ...options.header }
  return new SignJWT(claims).setProtectedHeader(header).sign(options.key ?? issuerKeys.privateKey)
}

/** The claims of a pipeline on GitHub, valid at `now`. */
export function pipelineClaims(now: Date, more: Record<string, unknown> = {}): Record<string, unknown> {
  const seconds = Math.floor(now.getTime() / 1_000)
  return {
    jti: ulid(),
    iss: 'https://token.actions.githubusercontent.com',
    aud: 'https://api.example.com',
    sub: 'repo:acme/infra:ref:refs/heads/main',
    iat: seconds,
    exp: seconds + 300,
    repository: 'acme/infra',
    repository_id: '1001',
    repository_owner_id: '77',
    event_name: 'push',
    ref: 'refs/heads/main',
    ...more,
  }
}
