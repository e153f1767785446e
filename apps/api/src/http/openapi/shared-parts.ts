/** The parts of the document that many calls share. */
import { calls } from '@portal/contract/calls'
import { declaredErrors, type Endpoint } from '@portal/contract/endpoint'
import { errorHelp } from '@portal/contract/error-help'
import type { ErrorType } from '@portal/contract/errors'
import type { JsonObject } from '@portal/contract/field-text'
import { tokenCookieName, xsrfHeaderName } from '@portal/contract/limits'
import type { Config } from '../../config.ts'
import { oauthCodeOf } from '../errors/errors.ts'
import { sessionCookieName } from '../headers/cookies.ts'
import { type ErrorForm, exampleName } from './responses.ts'

const requestId = '01JBW6W4N0P6Q2R8S4T0V6W2X8'

function errorExample(form: ErrorForm, type: ErrorType): JsonObject {
  const message = errorHelp[type]
  const facts = {
    requestId,
    ...(type === 'ValidationError'
      ? { issues: [{ path: 'displayName', message: 'This field is required' }] }
      : {}),
    ...(type === 'NotAllowed' ? { roles: ['OWNER'] } : {}),
  }
  const bodies = {
    Error: { error: { type, message, ...facts } },
    PlainError: { error: message, type, ...facts },
    OAuthError: { error: oauthCodeOf(type), error_description: message, ...facts },
  }
  return { summary: type, value: { ...bodies[form], kind: type, message } }
}

/** The examples of all errors in the usual form, and of the errors that some calls return in another form. */
export function errorExamples(): JsonObject {
  const namesOf = (form: ErrorForm, has: (call: Endpoint) => boolean | undefined) =>
    [...new Set(calls.filter(has).flatMap(declaredErrors))].map((type) => [
      exampleName(form, type),
      errorExample(form, type),
    ])
  return Object.fromEntries([
    ...namesOf(
      'Error',
      ({ hasOAuthErrors, hasPlainErrors, success }) =>
        !hasOAuthErrors && !hasPlainErrors && success.status !== 302,
    ),
    ...namesOf('PlainError', ({ hasPlainErrors }) => hasPlainErrors),
    ...namesOf('OAuthError', ({ hasOAuthErrors }) => hasOAuthErrors),
  ])
}

export const headers = {
  Link: {
    description: 'The URL of the next page, with `rel="next"` (RFC 8288). Missing on the last page.',
    schema: { type: 'string' },
    example: '<https://auth.example.com/workspaces?limit=100&after=c.Zm9vYmFy>; rel="next"',
  },
  Location: {
    description: 'The URL to open next.',
    required: true,
    schema: { type: 'string', format: 'uri' },
    example: 'https://portal.example.com/workspaces',
  },
  RetryAfter: {
    description: 'The number of seconds to wait before retrying.',
    schema: { type: 'integer', minimum: 0 },
    example: 30,
  },
  WwwAuthenticate: {
    description:
      'The challenge of RFC 6750: `error="invalid_token"` if a Bearer token was refused, or `error="insufficient_user_authentication"` if the sign-in is too old (RFC 9470).',
    schema: { type: 'string' },
    example: 'Bearer error="invalid_token"',
  },
}

export const parametersOf = ({ portalOrigin }: Config) => ({
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Any unique text. A repeated request with the same key changes nothing. A key is valid for a day.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
    example: 'nightly-2026-11-02',
  },
  Origin: {
    name: 'Origin',
    in: 'header',
    description: `The origin of the page, which browsers send. With the session cookie, it must be the portal's, \`${portalOrigin}\`. It is ignored with a Bearer token.`,
    schema: { type: 'string' },
    example: portalOrigin,
  },
  StripeSignature: {
    name: 'Stripe-Signature',
    in: 'header',
    required: true,
    description: 'The time of the delivery and the signature of the raw body.',
    schema: { type: 'string' },
    example: 't=1793600000,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
  },
})

export const securitySchemesOf = (config: Config) => ({
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'An API token, an instance token or the access token of a command-line tool. Programs use this scheme. It needs no `Origin` and no XSRF token.',
  },
  portalSession: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookieName(config),
    description: 'The session cookie of the portal, which a sign-in sets.',
  },
  xsrfToken: {
    type: 'apiKey',
    in: 'header',
    name: xsrfHeaderName,
    description:
      'The value of the cookie `XSRF-TOKEN`. Required for every write with the session cookie, together with the header `Origin`.',
  },
  tokenCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: tokenCookieName,
    description: 'An instance or API token in a cookie, for reads by existing clients.',
  },
})
