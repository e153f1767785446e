/** Describes one call. */
import { billingEventSchema } from '@portal/contract/billing/billing-event'
import type { Endpoint } from '@portal/contract/endpoint'
import { acceptsTokenCookie } from '@portal/contract/endpoint'
import type { JsonObject } from '@portal/contract/field-text'
import type * as z from 'zod/mini'
import type { ApiOperation, ApiParameter } from './api-operation.ts'
import { descriptionOf, summaryOf } from './operation-text.ts'
import { type Parts, responsesOf } from './responses.ts'
import { exampleOf, type Schemas } from './schemas.ts'

function parameters(
  schemas: Schemas,
  schema: z.ZodMiniType | undefined,
  place: 'path' | 'query',
): ApiParameter[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemas.fieldsOf(schema)
  return Object.entries(properties).map(([name, { description = '', examples, ...property }]) => ({
    name,
    in: place,
    description,
    required: place === 'path' || required.includes(name),
    schema: property,
    ...(examples?.length ? { example: examples[0] } : {}),
  }))
}

/** A browser sends the session cookie automatically, so a write also needs the XSRF token and the portal's origin. */
const isCookieWrite = ({ access, method }: Endpoint) =>
  access.credentials.includes('session') && method !== 'GET'

/** Whether the call accepts a Bearer token: an instance or API token, or the session of a command-line tool. */
function acceptsBearer({ access, success }: Endpoint): boolean {
  if (access.checksBearer || access.credentials.some((kind) => kind !== 'session')) return true
  const isForClients = !access.excludesClients && !access.staff && success.status !== 302
  return isForClients && access.credentials.includes('session')
}

function security(call: Endpoint): JsonObject[] {
  const { access } = call
  const schemes: JsonObject[] = []
  if (access.checksBearer) schemes.push({})
  if (access.credentials.includes('session'))
    schemes.push({ portalSession: [], ...(isCookieWrite(call) ? { xsrfToken: [] } : {}) })
  if (acceptsBearer(call)) schemes.push({ bearer: [] })
  if (acceptsTokenCookie(call)) schemes.push({ tokenCookie: [] })
  return schemes
}

function requestBody(call: Endpoint, schemas: Schemas): JsonObject {
  const body = call.rawBody ? billingEventSchema : call.body
  if (!body) return {}
  const schema = schemas.add(body, 'input')
  const content = { schema, example: exampleOf(schema, schemas.components) }
  return {
    requestBody: {
      required: !schema.anyOf,
      content: {
        'application/json': content,
        ...(call.acceptsForm ? { 'application/x-www-form-urlencoded': content } : {}),
      },
    },
  }
}

/** Returns a reference to a shared parameter. Readers must resolve it first. */
const component = (name: string) => ({ $ref: `#/components/parameters/${name}` }) as unknown as ApiParameter

export function operation(call: Endpoint, parts: Parts): ApiOperation {
  const { schemas } = parts
  const query = parameters(schemas, call.query, 'query')
  return {
    operationId: call.name,
    tags: [call.name.split('.')[0] ?? ''],
    summary: summaryOf(call),
    description: descriptionOf(call),
    security: security(call),
    parameters: [
      ...parameters(schemas, call.params, 'path'),
      ...query,
      ...(call.isIdempotent ? [component('IdempotencyKey')] : []),
      ...(isCookieWrite(call) ? [component('Origin')] : []),
      ...(call.rawBody ? [component('StripeSignature')] : []),
    ],
    ...requestBody(call, schemas),
    responses: responsesOf(
      call,
      parts,
      query.some(({ name }) => name === 'after'),
    ),
  }
}
