import type { FastifyInstance } from 'fastify'

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
