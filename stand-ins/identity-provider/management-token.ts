import { importJWK, jwtVerify, SignJWT } from 'jose'
import type { IdentitySettings } from './identity-settings.ts'
import type { SigningKeys } from './signing-keys.ts'

export const managementTokenLifetimeSeconds = 24 * 60 * 60

export interface ManagementTokens {
  audience: string
  issue(): Promise<string>
  /** @throws when the token is not one of ours, or has expired */
  check(token: string): Promise<void>
}

/** Access tokens of the management API: JWTs, as Auth0 issues them, so that they outlive a restart. */
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
