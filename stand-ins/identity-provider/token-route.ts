import { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import type { IdentitySettings } from './identity-settings.ts'
import { type ManagementTokens, managementTokenLifetimeSeconds } from './management-token.ts'

/** Returns the request fields. The client id and secret can also come from the Authorization header. */
function tokenFields(request: FastifyRequest): Record<string, string> {
  const body = typeof request.body === 'object' && request.body !== null ? request.body : {}
  const fields = Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  const basic = /^Basic +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (basic) {
    const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString().split(':', 2)
    const decode = (text: string) => new URLSearchParams(`v=${text}`).get('v') ?? ''
    Object.assign(fields, { client_id: decode(id), client_secret: decode(secret) })
  }
  return fields
}

/** Rebuilds the request as a form that includes the client credentials. */
function replay(request: FastifyRequest, fields: Record<string, string>): IncomingMessage {
  const content = new URLSearchParams(fields).toString()
  const again = new IncomingMessage(request.raw.socket)
  const { authorization: _, 'transfer-encoding': __, ...headers } = request.headers
  again.method = 'POST'
  again.url = request.url
  again.httpVersion = request.raw.httpVersion
  again.headers = {
    ...headers,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(Buffer.byteLength(content)),
  }
  again.push(content)
  again.push(null)
  again.complete = true
  return again
}

/**
 * Registers `POST /oauth/token`, which accepts a form or JSON. It handles `client_credentials` for the management API
 * itself and forwards every other grant type to the OpenID provider.
 */
export function registerTokenRoute(
  app: FastifyInstance,
  provider: Provider,
  tokens: ManagementTokens,
  settings: IdentitySettings,
): void {
  const answerOidc = provider.callback()

  app.post('/oauth/token', async (request, reply) => {
    const fields = tokenFields(request)
    if (fields.grant_type !== 'client_credentials') {
      reply.hijack()
      await answerOidc(replay(request, fields), reply.raw)
      return
    }
    const { id, secret } = settings.managementClient
    if (fields.client_id !== id || fields.client_secret !== secret) {
      return reply.code(401).send({ error: 'access_denied', error_description: 'Unauthorized' })
    }
    if (fields.audience !== tokens.audience) {
      const description = `Service not enabled within domain: ${fields.audience ?? ''}`
      return reply.code(403).send({ error: 'access_denied', error_description: description })
    }
    return reply.header('cache-control', 'no-store').send({
      access_token: await tokens.issue(),
      scope: 'read:users update:users',
      expires_in: managementTokenLifetimeSeconds,
      token_type: 'Bearer',
    })
  })
}
