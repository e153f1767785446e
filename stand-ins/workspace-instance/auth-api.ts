import * as z from 'zod/mini'
import type { InstanceSettings } from './instance-settings.ts'

/** User, workspace and role: the answer to a hand-off and to each later check. */
const handoff = z.object({
  user: z.object({
    id: z.string(),
    email: z.string(),
    nickname: z.string(),
    firstName: z.nullish(z.string()),
    lastName: z.nullish(z.string()),
  }),
  /** The answer also has the owner, whose permissions a real instance grants, and the workspace's secret. */
  workspace: z.object({
    id: z.string(),
    displayName: z.string(),
    instanceUrl: z.string(),
    instanceEnvType: z.string(),
    approvalsEnabled: z.optional(z.boolean()),
    role: z.string(),
  }),
})
export type Handoff = z.infer<typeof handoff>

const introspection = z.object({
  serviceAccount: z.optional(z.object({ name: z.string() })),
  trustRule: z.optional(z.object({ name: z.string() })),
})
const problem = z.object({
  error: z.optional(z.object({ type: z.optional(z.string()) })),
  kind: z.optional(z.string()),
  message: z.optional(z.string()),
})

/** The auth API or this instance refused, with a reason. */
export class Refusal extends Error {
  readonly statusCode: number
  readonly type: string

  constructor(statusCode: number, type: string, message: string) {
    super(message)
    this.statusCode = statusCode
    this.type = type
  }
}

/** The auth API didn't answer, or its answer is unusable. */
export class Unavailable extends Error {}

const timeoutMs = 15_000

const asJson = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** The calls an instance makes. Each throws `Refusal` or `Unavailable`. */
export class AuthApi {
  readonly #url: string
  readonly #instanceOrigin: string

  constructor({ authApiUrl, instanceUrl }: InstanceSettings) {
    this.#url = authApiUrl
    this.#instanceOrigin = new URL(instanceUrl).origin
  }

  /** Redeems the one-time code of a hand-off. */
  completeAuthConnect(code: string) {
    return this.#call('/complete-auth-connect', asJson({ code }), z.extend(handoff, { token: z.string() }))
  }

  /** Loads user and role again. */
  reconnect(token: string) {
    return this.#call('/auth-reconnect', { headers: bearer(token) }, handoff)
  }

  /**
   * Revokes the token with the same request that a real instance's web app sends: with the instance's origin and a
   * content type, but without a body.
   */
  async logout(token: string): Promise<void> {
    const headers = {
      ...bearer(token),
      'content-type': 'application/json',
      origin: this.#instanceOrigin,
    }
    await this.#call('/session/logout', { method: 'POST', headers }, z.unknown())
  }

  /** Returns when the token is neither revoked nor expired and the auth API reports that it works. */
  async confirm(token: string): Promise<void> {
    const { systemStatus } = await this.#call(
      '/',
      { headers: bearer(token) },
      z.object({ systemStatus: z.optional(z.string()) }),
    )
    if (systemStatus !== 'ok') throw new Unavailable('It does not report that it works.')
  }

  /** Returns the actor of an automation token, such as "deploy-bot, by trust rule main". Undefined for a user's own token. */
  async findActor(token: string): Promise<string | undefined> {
    const { serviceAccount, trustRule } = await this.#call(
      '/auth/introspect',
      asJson({ token }),
      introspection,
    )
    return serviceAccount && trustRule
      ? `${serviceAccount.name}, by trust rule ${trustRule.name}`
      : serviceAccount?.name
  }

  async #call<Answer extends z.ZodMiniType>(path: string, request: RequestInit, answer: Answer) {
    let reply: Response
    let body: unknown
    try {
      reply = await fetch(this.#url + path, { ...request, signal: AbortSignal.timeout(timeoutMs) })
      body = await reply.json().catch(() => undefined)
    } catch (error) {
      const isLate = error instanceof Error && error.name === 'TimeoutError'
      throw new Unavailable(isLate ? 'It took too long.' : 'It cannot be reached.')
    }
    if (reply.status >= 500) throw new Unavailable(`It answered with status ${reply.status}.`)
    if (!reply.ok) {
      const { error, kind, message } = z.safeParse(problem, body).data ?? {}
      const type = error?.type ?? kind ?? `Status${reply.status}`
      throw new Refusal(reply.status, type, message ?? 'The auth API gave no reason.')
    }
    const { data, success } = z.safeParse(answer, body)
    if (!success) throw new Unavailable('It answered something else.')
    return data
  }
}
