import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'
import { Unavailable } from './auth-api.ts'
import type { InstanceSettings } from './instance-settings.ts'

/** The token wasn't issued by the auth API for this instance, or it has expired. */
export class BadToken extends Error {}

export interface TokenClaims {
  userId: string
  workspaceId: string
  role: string
  issuedAtMs: number
  expiresAtMs: number
}

export type VerifyToken = (token: string, audiences: string[]) => Promise<TokenClaims>

function readClaims(payload: JWTPayload): TokenClaims {
  const { userId, workspaceId, role, iat, exp } = payload
  if (typeof userId !== 'string' || typeof workspaceId !== 'string' || typeof role !== 'string') {
    throw new BadToken('The token names no person, workspace or role.')
  }
  if (iat === undefined || exp === undefined) throw new BadToken('The token has no lifetime.')
  return { userId, workspaceId, role, issuedAtMs: iat * 1000, expiresAtMs: exp * 1000 }
}

/**
 * Checks tokens against the keys that the auth API publishes.
 * @throws BadToken, or Unavailable if the keys can't be fetched
 */
export function createTokenVerifier({ authApiUrl }: InstanceSettings): VerifyToken {
  const keys = createRemoteJWKSet(new URL(`${authApiUrl}/.well-known/jwks.json`))

  return async (token, audiences) => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: authApiUrl,
        audience: audiences,
        algorithms: ['ES256'],
      })
      return readClaims(payload)
    } catch (error) {
      if (error instanceof BadToken) throw error
      if (error instanceof errors.JWTExpired) throw new BadToken('The token has expired.')
      if (error instanceof errors.JWTClaimValidationFailed) {
        throw new BadToken(`The token's ${error.claim} is not what it must be.`)
      }
      if (
        error instanceof errors.JWSSignatureVerificationFailed ||
        error instanceof errors.JWKSNoMatchingKey
      ) {
        throw new BadToken('The token is not signed by the auth API.')
      }
      if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid) {
        throw new BadToken('This is not a token.')
      }
      if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported) {
        throw new BadToken('The token is signed in a way that is not accepted.')
      }
      throw new Unavailable('Its public keys cannot be fetched.')
    }
  }
}
