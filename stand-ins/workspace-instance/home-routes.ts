import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { formField } from '../serving/form-field.ts'
import { refuse } from '../serving/json-body.ts'
import { sendPage } from '../serving/page.ts'
import { Refusal, Unavailable } from './auth-api.ts'
import { homePage, notSignedInPage, sendProblem, signedOutPage } from './instance-pages.ts'
import type { InstanceParts } from './instance-parts.ts'
import type { InstanceSession, SignedIn } from './instance-sessions.ts'

/** The pages of a signed-in user. The auth API is asked before each page. */
export function registerHomeRoutes(app: FastifyInstance, parts: InstanceParts): void {
  const { settings, authApi, automationUses, sessions } = parts

  /** Shows the auth API's answer. Removes a token that is permanently invalid. */
  async function withCheck(
    request: FastifyRequest,
    reply: FastifyReply,
    show: (session: InstanceSession, entry: SignedIn) => unknown,
  ) {
    const session = sessions.find(request)
    const workspaceId = formField(request.query, 'workspaceId') || session?.currentWorkspaceId
    if (!workspaceId) return sendPage(reply, 200, signedOutPage(settings))
    const entry = session?.workspaces[workspaceId]
    if (!session || !entry) return sendPage(reply, 200, notSignedInPage(settings, workspaceId))
    try {
      await authApi.confirm(entry.token)
      const { user, workspace } = await authApi.reconnect(entry.token)
      if (workspace.id !== workspaceId || user.id !== entry.user.id)
        throw new Unavailable('It answered for another user.')
      Object.assign(entry, { user, workspace })
      session.currentWorkspaceId = workspaceId
      return show(session, entry)
    } catch (error) {
      if (error instanceof Refusal && error.statusCode === 401) delete session.workspaces[workspaceId]
      return sendProblem(reply, settings, error, workspaceId, request.url)
    } finally {
      sessions.save()
    }
  }

  const showHome = (request: FastifyRequest, reply: FastifyReply) =>
    withCheck(request, reply, (session, entry) => {
      const path = request.url.split('?', 1)[0] ?? '/'
      const automation = automationUses.get(entry.workspace.id) ?? []
      return sendPage(reply, 200, homePage(settings, session, entry, { path, automation }))
    })

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
    if (origin !== undefined && origin !== new URL(settings.instanceUrl).origin)
      return refuse(reply, 403, 'CrossSiteRequest', 'Only a page of this instance may sign out of it.')
    const entries = Object.values(sessions.find(request)?.workspaces ?? {})
    await sessions.end(request, reply)
    // Always sign out here. If the token can't be revoked now, it expires later.
    await Promise.allSettled(entries.map(({ token }) => authApi.logout(token)))
    return reply.redirect(settings.portalUrl, 303)
  })
}
