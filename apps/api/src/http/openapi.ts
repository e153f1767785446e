/** Generates the OpenAPI description from the calls of the contract. */
import { calls } from '@portal/contract/calls'
import type { Endpoint } from '@portal/contract/endpoint'
import { acceptsTokenCookie, declaredErrors } from '@portal/contract/endpoint'
import {
  errorBodySchema,
  errorStatus,
  oauthErrorBodySchema,
  plainErrorBodySchema,
} from '@portal/contract/errors'
import { tokenCookieName } from '@portal/contract/limits'
import { type RateLimit, rateLimitOf, rateLimits } from '@portal/contract/rate-limits'
import * as z from 'zod/mini'
import type { Config } from '../config.ts'

type JsonObject = Record<string, unknown>

function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

function parameters(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): JsonObject[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, JsonObject>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

const retryAfter = {
  'Retry-After': { description: 'Seconds until the call may be made again', schema: { type: 'integer' } },
}

const nextLink = {
  Link: {
    description: 'The address of the next page, with `rel="next"`. Missing on the last page.',
    schema: { type: 'string' },
  },
}

const hasPages = ({ query }: Endpoint) => parameters(query, 'query').some(({ name }) => name === 'after')

/** Returns a sentence about the call's rate limit, or an empty string. */
function limitSentence(call: Endpoint): string {
  const name = rateLimitOf(call)
  if (!name) return ''
  const { windowSeconds, perAddress, perAccount }: RateLimit = rateLimits[name]
  const account = perAccount === undefined ? '' : `${perAccount} calls per account and `
  return ` Rate limit: ${account}${perAddress} calls per IP address every ${windowSeconds} seconds.`
}

/** Groups the call's error types by status. */
function refusals(call: Endpoint): JsonObject {
  const byStatus = new Map<number, string[]>()
  for (const type of declaredErrors(call))
    byStatus.set(errorStatus[type], [...(byStatus.get(errorStatus[type]) ?? []), type])
  const name = call.hasOAuthErrors ? 'OAuthError' : call.hasPlainErrors ? 'PlainError' : 'Error'
  const entries = [...byStatus].sort(([left], [right]) => left - right)
  return Object.fromEntries(
    entries.map(([status, types]) => [
      status,
      {
        description: types.join(', '),
        ...(Number(status) === errorStatus.TooManyRequests ? { headers: retryAfter } : {}),
        content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
      },
    ]),
  )
}

function success(call: Endpoint): JsonObject {
  if (call.success.status === 302) return { 302: { description: 'Redirects the browser' } }
  if (call.success.status === 204) return { 204: { description: 'Done' } }
  if ('media' in call.success)
    return {
      200: { description: 'A file', content: { [call.success.media]: { schema: { type: 'string' } } } },
    }
  const schema =
    'rows' in call.success
      ? { type: 'array', items: jsonSchema(call.success.rows, 'output') }
      : jsonSchema(call.success.body, 'output')
  return {
    200: {
      description: 'Success',
      ...(hasPages(call) ? { headers: nextLink } : {}),
      content: { 'application/json': { schema } },
    },
  }
}

function security(call: Endpoint): JsonObject[] {
  const { access } = call
  const schemes: JsonObject[] = []
  if (access.checksBearer) schemes.push({})
  if (access.credentials.includes('session')) schemes.push({ portalSession: [] })
  if (access.checksBearer || access.credentials.some((kind) => kind !== 'session'))
    schemes.push({ bearer: [] })
  if (acceptsTokenCookie(call)) schemes.push({ tokenCookie: [] })
  return schemes
}

function operation(call: Endpoint): JsonObject {
  const content = call.body && { schema: jsonSchema(call.body, 'input') }
  return {
    operationId: call.name,
    tags: [call.name.split('.')[0] ?? ''],
    summary: call.summary,
    description: `See ${call.docs}.${limitSentence(call)}`,
    security: security(call),
    parameters: [...parameters(call.params, 'path'), ...parameters(call.query, 'query')],
    ...(content
      ? {
          requestBody: {
            required: true,
            content: {
              'application/json': content,
              ...(call.acceptsForm ? { 'application/x-www-form-urlencoded': content } : {}),
            },
          },
        }
      : {}),
    responses: { ...success(call), ...refusals(call) },
  }
}

/** Returns the document that `GET /openapi.json` serves. */
export function openApiDocument(config: Config): JsonObject {
  const paths: Record<string, JsonObject> = {}
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call) }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${config.PRODUCT_NAME} auth API`, version: '0.1.0' },
    servers: [{ url: config.API_URL }],
    paths,
    components: {
      schemas: {
        Error: jsonSchema(errorBodySchema, 'output'),
        PlainError: jsonSchema(plainErrorBodySchema, 'output'),
        OAuthError: jsonSchema(oauthErrorBodySchema, 'output'),
      },
      securitySchemes: {
        portalSession: { type: 'apiKey', in: 'cookie', name: 'portal_session' },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        tokenCookie: { type: 'apiKey', in: 'cookie', name: tokenCookieName },
      },
    },
  }
}
