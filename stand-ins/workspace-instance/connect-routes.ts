import type { FastifyInstance } from 'fastify'
import { formField } from '../serving/form-field.ts'
import { type Handoff, Refusal } from './auth-api.ts'
import { openAddress, sendProblem } from './instance-pages.ts'
import type { InstanceParts } from './instance-parts.ts'
import type { TokenClaims } from './token-verifier.ts'

/**
 * Returns a path of this origin, or `/` if the path is unsafe. A safe path starts with one slash, and a browser can't read it
 * as another host (`//host`, `/\host`, `/.//host`, a tab in between).
 */
function ownPath(redirect: string, origin: string): string {
  const url = redirect.startsWith('/') ? URL.parse(redirect, origin) : null
  if (url?.origin !== new URL(origin).origin || url.pathname.startsWith('//')) return '/'
  return url.pathname + url.search + url.hash
}

/** The token, the response and the URL must name the same user and workspace. */
function findMismatch(handoff: Handoff, claims: TokenClaims, workspaceId: string): string | undefined {
  if (handoff.workspace.id !== workspaceId) return 'The code is for another workspace.'
  if (claims.workspaceId !== workspaceId) return 'The token is for another workspace.'
  if (claims.userId !== handoff.user.id) return 'The token is for another user.'
  if (claims.role !== 'web') return 'The token is not for people.'
  return undefined
}

/**
 * `GET /auth-connect?code&workspaceId&redirect` receives users from the portal. See
 * docs/product/hand-off.md#opening-a-workspace.
 */
export function registerConnectRoutes(app: FastifyInstance, parts: InstanceParts): void {
  const { settings, authApi, sessions, verifyToken } = parts
  const { origin } = new URL(settings.instanceUrl)

  app.get('/auth-connect', { exposeHeadRoute: false }, async (request, reply) => {
    const code = formField(request.query, 'code')
    const workspaceId = formField(request.query, 'workspaceId')
    try {
      if (!code || !workspaceId) {
        const message = 'This address is incomplete: the code or the workspace is missing.'
        throw new Refusal(400, 'ValidationError', message)
      }
      const { token, user, workspace } = await authApi.completeAuthConnect(code)
      const claims = await verifyToken(token, [origin])
      const mismatch = findMismatch({ user, workspace }, claims, workspaceId)
      if (mismatch) {
        await authApi.logout(token).catch(() => undefined)
        throw new Refusal(400, 'WrongWorkspace', mismatch)
      }
      await sessions.signIn(request, reply, { user, workspace, token, expiresAtMs: claims.exp * 1_000 })
      return reply.redirect(ownPath(formField(request.query, 'redirect', 2_048), origin), 302)
    } catch (error) {
      // The code may already be used, so a retry needs a new one.
      return sendProblem(reply, settings, error, workspaceId, openAddress(settings, workspaceId))
    }
  })
}
