/** Which bodies and texts a call accepts. */
import type { Endpoint } from '@portal/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../errors/refusal.ts'

/**
 * Accepts only JSON bodies. A call without a body also accepts an empty one, because a workspace's web app sends the JSON
 * content type without a body when it signs out.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['text/plain', 'application/json'])
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' && !request.routeOptions.config.call?.body) done(null)
    else parse(request, body, done)
  })
}

/** Passes bodies of any content type as bytes. */
export function takeBytes(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

/** Refuses form bodies unless the call accepts them, so that no cross-site form can reach another call. */
export function refuseFormBodies(request: FastifyRequest, call: Endpoint): void {
  const type = request.headers['content-type']?.toLowerCase()
  if (type?.startsWith('application/x-www-form-urlencoded') && !call.acceptsForm)
    throw new Refusal('UnsupportedMediaType', 'Send JSON.')
}

type Fields = Record<string, unknown>

/** ASCII letters only, because `ı` becomes `I` in upper case and would match a role. */
const word = /^[A-Za-z]+$/

function upperCase(body: unknown, names: readonly string[]): void {
  if (typeof body !== 'object' || body === null) return
  const fields = body as Fields
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'string' && word.test(value)) fields[name] = value.toUpperCase()
  }
}

function dropBadQuery(query: unknown, schema: NonNullable<Endpoint['query']>): void {
  const fields = query as Fields
  for (const { path } of schema.safeParse(query).error?.issues ?? []) fields[String(path[0])] = undefined
}

/** Applies the call's input tolerances before validation: upper-cased fields and ignored query errors. */
export function forgiveInput(call: Endpoint) {
  return ({ body, query }: FastifyRequest, _reply: FastifyReply, done: () => void): void => {
    if (call.upperCased) upperCase(body, call.upperCased)
    if (call.ignoresBadQuery && call.query) dropBadQuery(query, call.query)
    done()
  }
}

const deepestBody = 12

/** PostgreSQL rejects NUL in text and lone surrogates in JSON. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

function isAllStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth > deepestBody) throw new Refusal('ValidationError', 'The body is nested too deeply.')
  return Object.entries(value).every(([key, item]) => isStorable(key) && isAllStorable(item, depth + 1))
}

/** A hook that checks all texts of a request. */
export function refuseUnstorable(
  { params, query, body }: FastifyRequest,
  _: FastifyReply,
  done: () => void,
): void {
  if (!isAllStorable(params) || !isAllStorable(query) || !isAllStorable(body))
    throw new Refusal('ValidationError', 'The request contains an invalid character.')
  done()
}
