import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { formField } from '../serving/form-field.ts'
import { sendPage } from '../serving/page.ts'
import { refuse } from '../serving/refuse.ts'
import { Refusal, Unavailable } from './auth-api.ts'
import { homePage, notSignedInPage, refusedPage, signedOutPage, unavailablePage } from './instance-pages.ts'
import type { InstanceParts } from './instance-parts.ts'
import { type InstanceSession, type SignedIn, withoutSecret } from './instance-sessions.ts'
import { clearSessionId, readSessionId } from './session-cookie.ts'

/** The pages of a signed-in user. The auth API is asked before each page. */
export function registerHomeRoutes(app: FastifyInstance, parts: InstanceParts): void {
  const { settings, authApi, automationUses, sessions } = parts

  /** Shows the auth API's answer. Removes a token that is permanently invalid. */
  async function withCheck(
    request: FastifyRequest,
    reply: FastifyReply,
    show: (session: InstanceSession, entry: SignedIn) => unknown,
  ) {
    const session = sessions.find(readSessionId(request, settings))
    const workspaceId = formField(request.query, 'workspaceId') || session?.currentWorkspaceId
    if (!workspaceId) return sendPage(reply, 200, signedOutPage(settings))
    const entry = session?.workspaces[workspaceId]
    if (!session || !entry) return sendPage(reply, 200, notSignedInPage(settings, workspaceId))
    try {
      await authApi.confirm(entry.token)
      const { user, workspace } = await authApi.reconnect(entry.token)
      if (workspace.id !== workspaceId || user.id !== entry.user.id) {
        throw new Unavailable('It answered for another user.')
      }
      Object.assign(entry, { user, workspace: withoutSecret(workspace) })
      session.currentWorkspaceId = workspaceId
      sessions.touch()
      return show(session, entry)
    } catch (error) {
      if (error instanceof Refusal) {
        if (error.statusCode === 401) await sessions.forgetWorkspace(session, workspaceId)
        return sendPage(reply, error.statusCode, refusedPage(settings, workspaceId, error))
      }
      if (error instanceof Unavailable) {
        return sendPage(reply, 503, unavailablePage(settings, error.message, request.url))
      }
      throw error
    }
  }

  const showHome = (request: FastifyRequest, reply: FastifyReply) =>
    withCheck(request, reply, (session, entry) =>
      sendPage(
        reply,
        200,
        homePage(settings, session, entry, {
          path: request.url.split('?', 1)[0] ?? '/',
          automation: automationUses.of(entry.workspace.id),
        }),
      ),
    )

  app.get('/', showHome)
  // A hand-off may open any page of the app.
  app.get('/*', (request, reply) =>
    request.url.startsWith('/api/') ? reply.callNotFound() : showHome(request, reply),
  )

  app.get('/refresh-auth', (request, reply) =>
    withCheck(request, reply, (_session, entry) =>
      reply.redirect(`/?workspaceId=${encodeURIComponent(entry.workspace.id)}`, 302),
    ),
  )

  app.post('/logout', async (request, reply) => {
    const { origin } = request.headers
    if (origin !== undefined && origin !== new URL(settings.instanceUrl).origin) {
      return refuse(reply, 403, 'CrossSiteRequest', 'Only a page of this instance may sign out of it.')
    }
    const id = readSessionId(request, settings)
    const session = sessions.find(id)
    if (id !== undefined && session) {
      const tokens = Object.values(session.workspaces).map((entry) => entry.token)
      await sessions.end(id)
      // Always sign out here. If the token can't be revoked now, it expires later.
      await Promise.allSettled(tokens.map((token) => authApi.logout(token)))
    }
    clearSessionId(reply, settings)
    return reply.redirect(settings.portalUrl, 303)
  })
}
