import type { FastifyInstance } from 'fastify'

const dayText = '86400'

/** Browsers call from whatever page uses the client: every origin may, and reads the answer, refusals too. */
export function openToAllOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    if (origin === undefined) return
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': 'retry-after',
      vary: 'Origin',
    })
    if (request.method !== 'OPTIONS') return
    return reply
      .headers({
        'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
        'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
        'access-control-max-age': dayText,
      })
      .code(204)
      .send()
  })
}
