import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { formField } from '../serving/form-field.ts'
import { html } from '../serving/html.ts'
import { noticePage, sendPage } from '../serving/page.ts'
import { identityStandIn } from './account.ts'
import type { IdentitySettings } from './identity-settings.ts'
import type { TokenHandler } from './management-routes.ts'

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

/** Forwards requests for the OpenID paths to the provider, which parses forms itself. */
export function registerOidcRoutes(
  app: FastifyInstance,
  provider: Provider,
  settings: IdentitySettings,
  answerManagement: TokenHandler,
): void {
  const { host } = new URL(provider.issuer)
  const answer = provider.callback()
  provider.on('server_error', (_ctx, error) => console.error('The OpenID provider failed:', error))

  const forward = async ({ raw }: FastifyRequest, reply: FastifyReply) => {
    reply.hijack()
    // Makes the URLs in responses use the issuer's host, whichever host the request named.
    raw.headers.host = host
    await answer(raw, reply.raw)
  }
  app.register(async (scope) => {
    scope.removeContentTypeParser('application/x-www-form-urlencoded')
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const path of paths) scope.all(path, forward)
    // The token requests of OpenID Connect are forms. The ones for the management API are JSON.
    scope.post('/oauth/token', (request, reply) =>
      request.body === undefined ? forward(request, reply) : answerManagement(request.body, reply),
    )
  })

  // Auth0's sign-out, which ends the session and redirects to an allowed URL.
  app.get('/v2/logout', { exposeHeadRoute: false }, async (request, reply) => {
    const session = await provider.Session.get(provider.createContext(request.raw, reply.raw))
    if (session.accountId) {
      for (const { grantId } of Object.values(session.authorizations ?? {}))
        if (grantId) await provider.AccessToken.revokeByGrantId(grantId)
      await session.destroy()
    }
    const cookieName = provider.cookieName('session')
    reply.clearCookie(cookieName, { path: '/' }).clearCookie(`${cookieName}.sig`, { path: '/' })

    const allowed = settings.client.logoutUrls
    const returnTo = formField(request.query, 'returnTo', 2_048) || allowed[0] || ''
    if (allowed.includes(returnTo)) return reply.redirect(returnTo, 302)
    const problem = html`The “returnTo” address <code>${returnTo}</code> is not one of the allowed logout addresses.`
    const title = 'You are signed out, but cannot be redirected'
    return sendPage(reply, 400, noticePage(identityStandIn, title, problem))
  })
}
