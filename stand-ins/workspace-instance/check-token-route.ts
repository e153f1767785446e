import type { FastifyInstance } from 'fastify'
import { formField } from '../serving/form-field.ts'
import { refuse } from '../serving/json-body.ts'
import { Refusal, Unavailable } from './auth-api.ts'
import type { InstanceParts } from './instance-parts.ts'
import { BadToken } from './token-verifier.ts'

const usesPerWorkspace = 5

/**
 * `POST /api/check-token {token}` checks an automation token as an instance does: signature and expiry with the published
 * keys, revocation by asking the auth API. Returns the actor. See docs/product/hand-off.md#checking-a-token.
 */
export function registerCheckTokenRoute(
  app: FastifyInstance,
  { settings, authApi, automationUses, verifyToken }: InstanceParts,
): void {
  const audiences = [settings.authApiUrl, new URL(settings.instanceUrl).origin]

  /** Adds a use, and removes older uses by the same actor. */
  const addUse = (workspaceId: string, actor: string) => {
    const others = (automationUses.get(workspaceId) ?? []).filter((use) => use.actor !== actor)
    automationUses.set(workspaceId, [{ actor, usedAtMs: Date.now() }, ...others].slice(0, usesPerWorkspace))
  }

  app.post('/api/check-token', async ({ body }, reply) => {
    const token = formField(body, 'token', 8_192)
    if (!token) return refuse(reply, 400, 'ValidationError', 'token is missing.')
    try {
      const { workspaceId, role, exp } = await verifyToken(token, audiences)
      await authApi.confirm(token)
      const actor = await authApi.findActor(token)
      addUse(workspaceId, actor ?? 'A member’s token')
      return { active: true, workspaceId, role, actor, expiresAt: new Date(exp * 1_000).toISOString() }
    } catch (error) {
      if (error instanceof BadToken) return { active: false, reason: error.message }
      if (error instanceof Refusal) return { active: false, reason: error.type }
      if (!(error instanceof Unavailable)) throw error
      const reason = `The auth API does not answer. ${error.message}`
      return reply.code(503).send({ active: false, reason })
    }
  })
}
