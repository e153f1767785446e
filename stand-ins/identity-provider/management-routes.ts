import type { FastifyInstance, FastifyReply } from 'fastify'
import { importJWK, jwtVerify, SignJWT } from 'jose'
import { ulid } from 'ulid'
import { formField } from '../serving/form-field.ts'
import { publicKeyOf, type SigningKey } from '../serving/signing-key.ts'
import { type Account, accountClaims, providerOf } from './account.ts'
import type { AccountStore } from './account-store.ts'
import type { IdentitySettings } from './identity-settings.ts'
import type { Verification } from './verification.ts'

const tokenLifetimeSeconds = 24 * 60 * 60
const scopes = 'read:users update:users'

/** Sends an error in the format of Auth0's management API. */
function refuse(reply: FastifyReply, statusCode: number, error: string, message: string, errorCode: string) {
  return reply.code(statusCode).send({ statusCode, error, message, errorCode })
}

/** Returns a user in the format of Auth0's management API. */
function auth0User(account: Account) {
  const { sub, ...claims } = accountClaims(account)
  const provider = providerOf(account)
  const isSocial = provider !== 'auth0'
  const connection = isSocial ? provider : 'Username-Password-Authentication'
  return {
    user_id: sub,
    ...claims,
    identities: [{ provider, user_id: sub.slice(provider.length + 1), connection, isSocial }],
    created_at: account.createdAt,
    last_login: account.lastLoginAt ?? undefined,
    logins_count: account.loginsCount,
  }
}

interface ManagementParts {
  settings: IdentitySettings
  key: SigningKey
  accounts: AccountStore
  verification: Verification
}

/** Answers a token request in JSON. */
export type TokenHandler = (body: unknown, reply: FastifyReply) => Promise<FastifyReply>

/**
 * Registers Auth0's management API, which reads a user and resends the verification mail. Its access tokens are JWTs, like
 * Auth0's, and survive a restart.
 * @returns the handler of token requests for this API
 */
export async function registerManagementRoutes(
  app: FastifyInstance,
  parts: ManagementParts,
): Promise<TokenHandler> {
  const { settings, key, accounts, verification } = parts
  const { issuer, managementClient } = settings
  const audience = `${issuer}api/v2/`
  const signer = await importJWK(key, 'RS256')
  const verifier = await importJWK(publicKeyOf(key), 'RS256')

  app.register(async (scope) => {
    scope.addHook('onRequest', async ({ headers }, reply) => {
      const token = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
      if (!token)
        return refuse(reply, 401, 'Unauthorized', 'Missing authentication', 'missing_authentication')
      const options = { issuer, audience, algorithms: ['RS256'] }
      const isValid = await jwtVerify(token, verifier, options).catch(() => false)
      if (!isValid) return refuse(reply, 401, 'Unauthorized', 'Invalid token', 'invalid_token')
    })

    scope.get<{ Params: { id: string } }>('/api/v2/users/:id', async ({ params }, reply) => {
      const account = accounts.find(params.id)
      return account
        ? auth0User(account)
        : refuse(reply, 404, 'Not Found', 'The user does not exist.', 'inexistent_user')
    })

    scope.post('/api/v2/jobs/verification-email', async ({ body }, reply) => {
      const account = accounts.find(formField(body, 'user_id'))
      if (!account) return refuse(reply, 404, 'Not Found', 'The user does not exist.', 'inexistent_user')
      await verification.send(account)
      const job = { type: 'verification_email', status: 'pending', created_at: new Date().toISOString() }
      return reply.code(201).send({ ...job, id: `job_${ulid()}` })
    })
  })

  return async (body, reply) => {
    const isClient = formField(body, 'client_id') === managementClient.id
    if (!isClient || formField(body, 'client_secret') !== managementClient.secret)
      return reply.code(401).send({ error: 'access_denied', error_description: 'Unauthorized' })
    if (formField(body, 'audience') !== audience) {
      const description = `Service not enabled within domain: ${formField(body, 'audience')}`
      return reply.code(403).send({ error: 'access_denied', error_description: description })
    }
    const token = new SignJWT({ azp: managementClient.id, gty: 'client-credentials', scope: scopes })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: key.kid })
      .setIssuer(issuer)
      .setSubject(`${managementClient.id}@clients`)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(`${tokenLifetimeSeconds}s`)
    return reply.header('cache-control', 'no-store').send({
      access_token: await token.sign(signer),
      scope: scopes,
      expires_in: tokenLifetimeSeconds,
      token_type: 'Bearer',
    })
  }
}
