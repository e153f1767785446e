/** Which content types a call accepts. */
import type { Endpoint } from '@portal/contract/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from './refusal.ts'

/** Passes bodies of any content type as bytes. */
export function takeBytes(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

/** Refuses form bodies unless the call accepts them, so that no cross-site form can reach another call. */
export function refuseOtherBodies(request: FastifyRequest, call: Endpoint): void {
  const type = request.headers['content-type']?.toLowerCase()
  if (type?.startsWith('application/x-www-form-urlencoded') && !call.acceptsForm)
    throw new Refusal('UnsupportedMediaType', 'Send JSON.')
}
