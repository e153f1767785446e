import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ulid } from 'ulid'
import { formField } from '../serving/form-field.ts'
import { type Account, fullName, providerOf } from './account.ts'
import type { AccountStore } from './account-store.ts'
import type { ManagementTokens } from './management-token.ts'
import type { Verification } from './verification.ts'

/** Sends an error in the format of Auth0's management API. */
function refuse(reply: FastifyReply, statusCode: number, error: string, message: string, errorCode: string) {
  return reply.code(statusCode).send({ statusCode, error, message, errorCode })
}

function refuseUnknownUser(reply: FastifyReply) {
  return refuse(reply, 404, 'Not Found', 'The user does not exist.', 'inexistent_user')
}

/** Returns a user in the format of Auth0's management API. */
function auth0User(account: Account) {
  const provider = providerOf(account)
  const isSocial = provider !== 'auth0'
  return {
    user_id: account.subject,
    email: account.email,
    email_verified: account.emailVerified,
    name: fullName(account),
    nickname: account.nickname,
    ...(account.givenName === null ? {} : { given_name: account.givenName }),
    ...(account.familyName === null ? {} : { family_name: account.familyName }),
    ...(account.picture === null ? {} : { picture: account.picture }),
    identities: [
      {
        provider,
        user_id: account.subject.slice(provider.length + 1),
        connection: isSocial ? provider : 'Username-Password-Authentication',
        isSocial,
      },
    ],
    created_at: account.createdAt,
    updated_at: account.updatedAt,
    ...(account.lastLoginAt === null ? {} : { last_login: account.lastLoginAt }),
    logins_count: account.loginsCount,
  }
}

/** Registers the Auth0 management endpoints that read a user and resend the verification mail. */
export function registerManagementRoutes(
  app: FastifyInstance,
  tokens: ManagementTokens,
  accounts: AccountStore,
  verification: Verification,
): void {
  async function requireToken(request: FastifyRequest, reply: FastifyReply) {
    const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (!token) return refuse(reply, 401, 'Unauthorized', 'Missing authentication', 'missing_authentication')
    try {
      await tokens.check(token)
    } catch {
      return refuse(reply, 401, 'Unauthorized', 'Invalid token', 'invalid_token')
    }
  }

  app.get<{ Params: { id: string } }>(
    '/api/v2/users/:id',
    { onRequest: requireToken },
    async (request, reply) => {
      const account = accounts.find(request.params.id)
      return account ? auth0User(account) : refuseUnknownUser(reply)
    },
  )

  app.post('/api/v2/jobs/verification-email', { onRequest: requireToken }, async (request, reply) => {
    const subject = formField(request.body, 'user_id')
    if (!subject) {
      const message = "Payload validation error: 'Missing required property: user_id'."
      return refuse(reply, 400, 'Bad Request', message, 'invalid_body')
    }
    const account = accounts.find(subject)
    if (!account) return refuseUnknownUser(reply)
    await verification.send(account)
    const job = { type: 'verification_email', status: 'pending', created_at: new Date().toISOString() }
    return reply.code(201).send({ ...job, id: `job_${ulid()}` })
  })
}
