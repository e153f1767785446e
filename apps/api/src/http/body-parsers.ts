/** Which bodies are read. */
import type { FastifyInstance } from 'fastify'

/**
 * JSON alone, and of a call without a body an empty one too: a browser names the type even where nothing follows, as a
 * workspace's web app does when it signs out.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['text/plain', 'application/json'])
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' && !request.routeOptions.config.call?.body) done(null)
    else parse(request, body, done)
  })
}
