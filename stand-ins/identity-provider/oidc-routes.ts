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

/** Forwards requests for the OpenID paths to the provider, which parses the bodies itself. */
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
        // Makes the URLs in responses use the issuer's host, whichever host the request named.
        request.raw.headers.host = host
        await answer(request.raw, reply.raw)
      })
    }
  })
}
