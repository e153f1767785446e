import type { FastifyInstance } from 'fastify'
import { formField } from '../serving/form-field.ts'
import { sendPage } from '../serving/page.ts'
import { type Handoff, Refusal, Unavailable } from './auth-api.ts'
import { refusedPage, unavailablePage } from './instance-pages.ts'
import type { InstanceParts } from './instance-parts.ts'
import { withoutSecret } from './instance-sessions.ts'
import { openAddress } from './instance-settings.ts'
import { ownPath } from './own-path.ts'
import { readSessionId, writeSessionId } from './session-cookie.ts'
import { BadToken, type TokenClaims } from './token-verifier.ts'

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

  app.get('/auth-connect', { exposeHeadRoute: false }, async (request, reply) => {
    const code = formField(request.query, 'code')
    const workspaceId = formField(request.query, 'workspaceId')
    const refuse = (statusCode: number, type: string, message: string) =>
      sendPage(reply, statusCode, refusedPage(settings, workspaceId, { type, message }))
    if (!code || !workspaceId) {
      return refuse(
        400,
        'ValidationError',
        'This address is incomplete: the code or the workspace is missing.',
      )
    }
    try {
      const handoff = await authApi.completeAuthConnect(code)
      const claims = await verifyToken(handoff.token, [new URL(settings.instanceUrl).origin])
      const mismatch = findMismatch(handoff, claims, workspaceId)
      if (mismatch) {
        await authApi.logout(handoff.token).catch(() => undefined)
        return refuse(400, 'WrongWorkspace', mismatch)
      }
      const { issuedAtMs, expiresAtMs } = claims
      const { user, token } = handoff
      const entry = { user, workspace: withoutSecret(handoff.workspace), token, issuedAtMs, expiresAtMs }
      writeSessionId(reply, settings, await sessions.signIn(readSessionId(request, settings), entry))
      return reply.redirect(ownPath(formField(request.query, 'redirect', 2_048), settings.instanceUrl), 302)
    } catch (error) {
      if (error instanceof Refusal) return refuse(error.statusCode, error.type, error.message)
      if (error instanceof BadToken) return refuse(400, 'BadToken', error.message)
      if (error instanceof Unavailable) {
        // The code may already be used, so a retry needs a new one.
        return sendPage(
          reply,
          503,
          unavailablePage(settings, error.message, openAddress(settings, workspaceId)),
        )
      }
      throw error
    }
  })
}
