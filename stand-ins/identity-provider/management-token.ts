import { importJWK, jwtVerify, SignJWT } from 'jose'
import type { IdentitySettings } from './identity-settings.ts'
import type { SigningKeys } from './signing-keys.ts'

export const managementTokenLifetimeSeconds = 24 * 60 * 60

export interface ManagementTokens {
  audience: string
  issue(): Promise<string>
  /** @throws if the token is invalid or has expired */
  check(token: string): Promise<void>
}

/** Issues and checks access tokens for the management API. They are JWTs, like Auth0's, and survive a restart. */
export async function createManagementTokens(
  settings: IdentitySettings,
  keys: SigningKeys,
): Promise<ManagementTokens> {
  const { privateKey } = keys
  const signer = await importJWK(privateKey, 'RS256')
  const verifier = await importJWK({ kty: privateKey.kty, n: privateKey.n, e: privateKey.e }, 'RS256')
  const audience = `${settings.issuer}api/v2/`
  const { issuer, managementClient } = settings

  return {
    audience,
    issue: () =>
      new SignJWT({
        azp: managementClient.id,
        gty: 'client-credentials',
        scope: 'read:users update:users',
      })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: privateKey.kid })
        .setIssuer(issuer)
        .setSubject(`${managementClient.id}@clients`)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime(`${managementTokenLifetimeSeconds}s`)
        .sign(signer),
    check: async (token) => {
      await jwtVerify(token, verifier, { issuer, audience, algorithms: ['RS256'] })
    },
  }
}
