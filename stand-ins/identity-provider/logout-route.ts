import type { FastifyInstance } from 'fastify'
import type Provider from 'oidc-provider'
import { formField } from '../serving/form-field.ts'
import { html } from '../serving/html.ts'
import { sendPage } from '../serving/page.ts'
import type { IdentitySettings } from './identity-settings.ts'
import { messagePage } from './plain-pages.ts'

/** Auth0's `GET /v2/logout?client_id&returnTo`, which ends the session and redirects to an allowed URL. */
export function registerLogoutRoute(
  app: FastifyInstance,
  provider: Provider,
  settings: IdentitySettings,
): void {
  app.get('/v2/logout', { exposeHeadRoute: false }, async (request, reply) => {
    const session = await provider.Session.get(provider.createContext(request.raw, reply.raw))
    if (session.accountId) {
      for (const { grantId } of Object.values(session.authorizations ?? {})) {
        if (grantId) await provider.AccessToken.revokeByGrantId(grantId)
      }
      await session.destroy()
    }
    const cookieName = provider.cookieName('session')
    reply.clearCookie(cookieName, { path: '/' }).clearCookie(`${cookieName}.sig`, { path: '/' })

    const allowed = settings.client.logoutUrls
    const returnTo = formField(request.query, 'returnTo', 2_048) || allowed[0]
    if (returnTo !== undefined && allowed.includes(returnTo)) return reply.redirect(returnTo, 302)
    const problem = html`The “returnTo” address <code>${returnTo ?? ''}</code> is not one of the allowed logout addresses.`
    return sendPage(reply, 400, messagePage('You are signed out, but cannot be redirected', problem))
  })
}
