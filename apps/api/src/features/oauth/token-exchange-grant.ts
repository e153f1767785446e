/** The token exchange (RFC 8693) of pipelines. See docs/product/trust-rules.md#exchanging-a-token. */
import {
  idTokenType,
  jwtTokenType,
  type TokenRequest,
  type TokenResponse,
} from '@portal/contract/oauth/oauth'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../http/errors/refusal.ts'
import type { Services } from '../../services.ts'
import { exchangeIdentityToken } from '../trust-rules/exchange-actions.ts'

const invalidRequest = (message: string) =>
  new Refusal('ValidationError', message, { oauthCode: 'invalid_request' })

function requireParameter(form: TokenRequest, name: keyof TokenRequest): string {
  const value = form[name]
  if (!value) throw invalidRequest(`The parameter ${name} is missing.`)
  return value
}

function requireType(form: TokenRequest, name: keyof TokenRequest, types: readonly string[]): void {
  if (!types.includes(requireParameter(form, name)))
    throw invalidRequest(`The parameter ${name} must be ${types.join(' or ')}.`)
}

/** Returns the handler of the grant. */
export function makeTokenExchange(services: Services) {
  return async (form: TokenRequest, request: FastifyRequest): Promise<TokenResponse> => {
    const serviceAccountId = requireParameter(form, 'client_id')
    const identityToken = requireParameter(form, 'subject_token')
    requireType(form, 'subject_token_type', [idTokenType, jwtTokenType])
    if (form.requested_token_type) requireType(form, 'requested_token_type', [jwtTokenType])
    const issued = await exchangeIdentityToken(services, {
      serviceAccountId,
      identityToken,
      ipAddress: request.ip,
    })
    return {
      access_token: issued.accessToken,
      issued_token_type: jwtTokenType,
      token_type: 'Bearer',
      expires_in: issued.lifetimeSeconds,
    }
  }
}
