/** Which bodies a call accepts. */
import type { Endpoint } from '@portal/contract/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
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
