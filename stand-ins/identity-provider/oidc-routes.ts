import type { FastifyInstance } from 'fastify'
import type Provider from 'oidc-provider'

const paths = [
  '/authorize',
  '/authorize/:uid',
  '/userinfo',
  '/.well-known/openid-configuration',
  '/.well-known/jwks.json',
  '/oidc/logout',
  '/oidc/logout/confirm',
  '/oidc/logout/success',
]

/** Hands the OpenID paths to the provider as they came, their bodies unread. */
export function registerOidcRoutes(app: FastifyInstance, provider: Provider): void {
  const { host } = new URL(provider.issuer)
  const answer = provider.callback()
  provider.on('server_error', (_ctx, error) => console.error('The OpenID provider failed:', error))

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const path of paths) {
      scope.all(path, async (request, reply) => {
        reply.hijack()
        // The addresses in its answers are the issuer's, by whatever name this computer was called.
        request.raw.headers.host = host
        await answer(request.raw, reply.raw)
      })
    }
  })
}
