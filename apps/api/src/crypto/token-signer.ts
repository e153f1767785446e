/** Signs and verifies instance tokens and API tokens. See docs/product/tokens.md#claims. */
import { tokenErrorKinds } from '@portal/contract/errors'
import { decodeJwt, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import type { Config } from '../config.ts'
import { Refusal } from '../http/errors/refusal.ts'
import type { SigningKeys } from './signing-keys.ts'

export type TokenRole = 'web' | 'automation'

export interface TokenClaims {
  /** The `jti`. */
  tokenId: string
  /** For a service account the workspace's owner, because instances require a member. */
  userId: string
  serviceAccountId?: string | undefined
  workspaceId: string
  role: TokenRole
  /** The instance's origin for an instance token, the API's URL for an API token. */
  audience: string
  issuedAt: Date
  expiresAt: Date
}

/** The `sub` claim: a user's id, or the marked id of a service account. */
export const subjectOf = ({ userId, serviceAccountId }: Pick<TokenClaims, 'userId' | 'serviceAccountId'>) =>
  serviceAccountId === undefined ? userId : `service-account:${serviceAccountId}`

/** The version of the claims, which instances read. */
export const tokenVersion = '2'

const cliRole = 'cli'

/** Whether a Bearer token belongs to the session of a command-line tool: opaque, or issued for the `si` CLI. */
export function isClientToken(token: string): boolean {
  if (/^[\w-]{20,200}$/.test(token)) return true
  try {
    return decodeJwt(token).role === cliRole
  } catch {
    return false
  }
}

const seconds = (instant: Date) => Math.floor(instant.getTime() / 1_000)

const claimsSchema = z.object({
  jti: z.string(),
  sub: z.string(),
  userId: z.string(),
  workspaceId: z.string(),
  role: z.enum(['web', 'automation']),
  aud: z.string(),
  iat: z.number(),
  exp: z.number(),
})
export type ReadClaims = z.infer<typeof claimsSchema>

/** Returns the claims of a token that has already been verified. */
export const claimsOf = (verifiedToken: string): ReadClaims => claimsSchema.parse(decodeJwt(verifiedToken))

export const notValid = () =>
  new Refusal('NotSignedIn', 'The token is not valid.', { kind: tokenErrorKinds.NotSignedIn })
export const tokenExpired = () =>
  new Refusal('TokenExpired', 'The token has expired.', { kind: tokenErrorKinds.TokenExpired })

export const tokenRevoked = (message = 'The token has been revoked.') =>
  new Refusal('TokenRevoked', message, { kind: tokenErrorKinds.TokenRevoked })

export class TokenSigner {
  readonly issuer: string
  readonly #keys: SigningKeys

  constructor(keys: SigningKeys, config: Config) {
    this.issuer = config.API_URL
    this.#keys = keys
  }

  sign(claims: TokenClaims): Promise<string> {
    const { userId, serviceAccountId, workspaceId, role } = claims
    const actor = serviceAccountId === undefined ? { userId } : { userId, serviceAccountId }
    const payload = { ...actor, workspaceId, role, version: tokenVersion }
    return this.#sign(payload, { ...claims, subject: subjectOf(claims) })
  }

  /** Signs the token of a `si` CLI, which reads its expiry. The API recognizes the token by its digest alone. */
  signForCli(claims: Pick<TokenClaims, 'tokenId' | 'userId' | 'issuedAt' | 'expiresAt'>): Promise<string> {
    const { userId } = claims
    return this.#sign({ userId, role: cliRole }, { ...claims, subject: userId, audience: this.issuer })
  }

  #sign(
    payload: JWTPayload,
    claims: Pick<TokenClaims, 'tokenId' | 'audience' | 'issuedAt' | 'expiresAt'> & { subject: string },
  ): Promise<string> {
    return new SignJWT(payload)
      .setProtectedHeader({ alg: 'ES256', kid: this.#keys.keyId, typ: 'JWT' })
      .setIssuer(this.issuer)
      .setSubject(claims.subject)
      .setAudience(claims.audience)
      .setJti(claims.tokenId)
      .setIssuedAt(seconds(claims.issuedAt))
      .setExpirationTime(seconds(claims.expiresAt))
      .sign(this.#keys.privateKey)
  }

  /** Checks signature, issuer, audience and expiry. Throws `TokenExpired` or `NotSignedIn`. */
  async read(token: string, now: Date): Promise<ReadClaims> {
    try {
      const { payload } = await jwtVerify(token, this.#keys.resolve, {
        issuer: this.issuer,
        algorithms: ['ES256'],
        requiredClaims: ['jti', 'sub', 'exp', 'aud'],
        currentDate: now,
      })
      const claims = claimsSchema.parse(payload)
      // An API token must have this API as its audience. An instance token must not.
      if ((claims.role === 'automation') !== (claims.aud === this.issuer)) throw new Error('wrong audience')
      return claims
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw tokenExpired()
      throw notValid()
    }
  }
}
