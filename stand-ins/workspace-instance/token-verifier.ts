import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import { Refusal, Unavailable } from './auth-api.ts'
import type { InstanceSettings } from './instance-settings.ts'

/** The token wasn't issued by the auth API for this instance, or it has expired. */
export class BadToken extends Refusal {
  constructor(message: string) {
    super(400, 'BadToken', message)
  }
}

const claims = z.object({
  userId: z.string(),
  workspaceId: z.string(),
  role: z.string(),
  iat: z.number(),
  exp: z.number(),
})

export type TokenClaims = z.infer<typeof claims>
export type VerifyToken = (token: string, audiences: string[]) => Promise<TokenClaims>

/** Sentences by the codes of jose's errors. */
const sentences: Record<string, string> = {
  ERR_JWT_EXPIRED: 'The token has expired.',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'The token is not signed by the auth API.',
  ERR_JWKS_NO_MATCHING_KEY: 'The token is not signed by the auth API.',
  ERR_JWS_INVALID: 'This is not a token.',
  ERR_JWT_INVALID: 'This is not a token.',
  ERR_JOSE_ALG_NOT_ALLOWED: 'The token is signed in a way that is not accepted.',
  ERR_JOSE_NOT_SUPPORTED: 'The token is signed in a way that is not accepted.',
}

/**
 * Checks tokens against the keys that the auth API publishes.
 * @throws BadToken, or Unavailable if the keys can't be fetched
 */
export function createTokenVerifier({ authApiUrl }: InstanceSettings): VerifyToken {
  const keys = createRemoteJWKSet(new URL(`${authApiUrl}/.well-known/jwks.json`))
  return async (token, audience) => {
    const options = { issuer: authApiUrl, audience, algorithms: ['ES256'] }
    const { payload } = await jwtVerify(token, keys, options).catch((error: unknown) => {
      if (error instanceof errors.JWTClaimValidationFailed)
        throw new BadToken(`The token's ${error.claim} is not what it must be.`)
      const sentence = error instanceof errors.JOSEError ? sentences[error.code] : undefined
      throw sentence ? new BadToken(sentence) : new Unavailable('Its public keys cannot be fetched.')
    })
    const { data } = z.safeParse(claims, payload)
    if (!data) throw new BadToken('The token names no person, workspace, role or lifetime.')
    return data
  }
}
