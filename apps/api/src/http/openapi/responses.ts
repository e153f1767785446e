/** The responses of a call: its success, and its errors by status. */
import { declaredErrors, type Endpoint } from '@portal/contract/endpoint'
import { errorHelp } from '@portal/contract/error-help'
import { type ErrorType, errorStatus, tokenErrorKinds } from '@portal/contract/errors'
import type { JsonObject } from '@portal/contract/field-text'
import type { ApiResponse } from './api-operation.ts'
import { exampleOf, type JsonSchema, type Schemas } from './schemas.ts'

export type ErrorForm = 'Error' | 'PlainError' | 'OAuthError'

/** The components that calls add to the document. */
export interface Parts {
  schemas: Schemas
  responses: Record<string, ApiResponse>
}

const formOf = (call: Endpoint): ErrorForm =>
  call.hasOAuthErrors ? 'OAuthError' : call.hasPlainErrors ? 'PlainError' : 'Error'

/** The name of the example of an error in one of the three forms. */
export const exampleName = (form: ErrorForm, type: ErrorType): string =>
  form === 'Error' ? type : `${form.replace('Error', '')}${type}`

const headersOf = (types: readonly ErrorType[], status: number): JsonObject => ({
  ...(status === 401 ? { 'WWW-Authenticate': { $ref: '#/components/headers/WwwAuthenticate' } } : {}),
  ...(types.some((type) => ['TooManyRequests', 'TokenPaused', 'ServiceOverloaded'].includes(type))
    ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }
    : {}),
})

/** Responses with at most two error types are shared by many calls, so they are components. */
const mostSharedTypes = 2

function refusal(
  types: readonly ErrorType[],
  status: number,
  form: ErrorForm,
  shared: Record<string, ApiResponse>,
): ApiResponse {
  const name = types.map((type) => exampleName(form, type)).join('Or')
  if (types.length > mostSharedTypes) return describeRefusal(types, status, form)
  shared[name] ??= describeRefusal(types, status, form)
  return { $ref: `#/components/responses/${name}` }
}

/** The values of `kind` with which an error of the type is sent. */
function kindsOf(type: ErrorType): string[] {
  const kinds: Partial<Record<ErrorType, string>> = tokenErrorKinds
  return [type, kinds[type] ?? []].flat()
}

function describeRefusal(types: readonly ErrorType[], status: number, form: ErrorForm): ApiResponse {
  const examples = types.map((type) => exampleName(form, type))
  const headers = headersOf(types, status)
  return {
    description: types.map((type) => `\`${type}\`: ${errorHelp[type]}`).join('\n\n'),
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    content: {
      'application/json': {
        schema: {
          allOf: [
            { $ref: `#/components/schemas/${form}` },
            { type: 'object', properties: { kind: { type: 'string', enum: types.flatMap(kindsOf) } } },
          ],
        },
        examples: Object.fromEntries(
          examples.map((name) => [name, { $ref: `#/components/examples/${name}` }]),
        ),
      },
    },
  }
}

/** Returns the call's error types by status. */
function errorsByStatus(call: Endpoint): [status: number, types: ErrorType[]][] {
  const byStatus = Map.groupBy(declaredErrors(call), (type) => errorStatus[type])
  return [...byStatus].sort(([left], [right]) => left - right)
}

/** A navigation also responds to a refusal with a redirect, except when the HTTP request is invalid. */
function redirects(call: Endpoint, { responses }: Parts): Record<string, ApiResponse> {
  const types = errorsByStatus(call).flatMap(([, ofStatus]) => ofStatus)
  return {
    302: {
      description: `Redirects the browser. A refusal redirects it to the portal page that explains the problem: ${types
        .map((type) => `\`${type}\``)
        .join(', ')}.`,
      headers: { Location: { $ref: '#/components/headers/Location' } },
    },
    400: refusal(['ValidationError'], 400, 'Error', responses),
    503: { description: 'The browser prefetches the link. It asks again when the user follows it. No body.' },
  }
}

function success(call: Endpoint, { schemas }: Parts, hasPages: boolean): Record<string, ApiResponse> {
  if (call.success.status === 204) return { 204: { description: 'Done. The response has no body.' } }
  if ('media' in call.success)
    return {
      200: { description: 'The file.', content: { [call.success.media]: { schema: { type: 'string' } } } },
    }
  if (call.success.status !== 200) return {}
  const schema: JsonSchema =
    'rows' in call.success
      ? { type: 'array', items: schemas.add(call.success.rows, 'output') }
      : schemas.add(call.success.body, 'output')
  return {
    200: {
      description: hasPages ? 'The list, or one page of it.' : 'The result.',
      ...(hasPages ? { headers: { Link: { $ref: '#/components/headers/Link' } } } : {}),
      content: { 'application/json': { schema, example: exampleOf(schema, schemas.components) } },
    },
  }
}

export function responsesOf(call: Endpoint, parts: Parts, hasPages: boolean): Record<string, ApiResponse> {
  if (call.success.status === 302) return redirects(call, parts)
  const form = formOf(call)
  return {
    ...success(call, parts, hasPages),
    ...Object.fromEntries(
      errorsByStatus(call).map(([status, types]) => [status, refusal(types, status, form, parts.responses)]),
    ),
  }
}
