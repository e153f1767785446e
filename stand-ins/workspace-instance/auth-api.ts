/** User, workspace and role: the answer to a hand-off and to each later check. */
export interface Handoff {
  user: {
    id: string
    email: string
    nickname: string
    firstName: string | null
    lastName: string | null
    pictureUrl: string | null
  }
  workspace: {
    id: string
    displayName: string
    /** The owner's id. A real instance grants this user the owner's permissions. */
    creatorUserId: string
    instanceUrl: string
    instanceEnvType: string
    approvalsEnabled: boolean
    role: string
    /** The secret of the workspace. */
    token: string
  }
}

/** The auth API refused, with a reason. */
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

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function isHandoff(body: unknown): body is Handoff {
  const [user, workspace] = [field(body, 'user'), field(body, 'workspace')]
  const texts = [
    ...['id', 'email', 'nickname'].map((name) => field(user, name)),
    ...['id', 'displayName', 'creatorUserId', 'instanceUrl', 'instanceEnvType', 'role', 'token'].map((name) =>
      field(workspace, name),
    ),
  ]
  return texts.every((text) => typeof text === 'string')
}

/** The calls an instance makes. Each throws `Refusal` or `Unavailable`. */
export class AuthApi {
  readonly #url: string
  readonly #instanceOrigin: string

  constructor({ authApiUrl, instanceUrl }: { authApiUrl: string; instanceUrl: string }) {
    this.#url = authApiUrl
    this.#instanceOrigin = new URL(instanceUrl).origin
  }

  /** Redeems the one-time code of a hand-off. */
  async completeAuthConnect(code: string): Promise<Handoff & { token: string }> {
    const body = await this.#call('/complete-auth-connect', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    })
    const token = field(body, 'token')
    if (!isHandoff(body) || typeof token !== 'string') throw new Unavailable('It answered something else.')
    return { user: body.user, workspace: body.workspace, token }
  }

  /** Loads user and role again. */
  async reconnect(token: string): Promise<Handoff> {
    const body = await this.#call('/auth-reconnect', { headers: { authorization: `Bearer ${token}` } })
    if (!isHandoff(body)) throw new Unavailable('It answered something else.')
    return { user: body.user, workspace: body.workspace }
  }

  /**
   * Revokes the token with the same request that a real instance's web app sends: with the instance's origin and a
   * content type, but without a body.
   */
  async logout(token: string): Promise<void> {
    await this.#call('/session/logout', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        origin: this.#instanceOrigin,
      },
    })
  }

  /** Returns when the token is neither revoked nor expired and the auth API reports that it works. */
  async confirm(token: string): Promise<void> {
    const body = await this.#call('/', { headers: { authorization: `Bearer ${token}` } })
    if (field(body, 'systemStatus') !== 'ok') throw new Unavailable('It does not report that it works.')
  }

  /** Returns the actor of an automation token, such as "deploy-bot, by trust rule main". Undefined for a user's own token. */
  async findActor(token: string): Promise<string | undefined> {
    const body = await this.#call('/auth/introspect', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    })
    const serviceAccount = field(field(body, 'serviceAccount'), 'name')
    const trustRule = field(field(body, 'trustRule'), 'name')
    if (typeof serviceAccount !== 'string') return undefined
    return typeof trustRule === 'string' ? `${serviceAccount}, by trust rule ${trustRule}` : serviceAccount
  }

  async #call(path: string, request: RequestInit): Promise<unknown> {
    let reply: Response
    let text: string
    try {
      reply = await fetch(this.#url + path, { ...request, signal: AbortSignal.timeout(timeoutMs) })
      text = await reply.text()
    } catch (error) {
      const isLate = error instanceof Error && error.name === 'TimeoutError'
      throw new Unavailable(isLate ? 'It took too long.' : 'It cannot be reached.')
    }
    if (reply.status >= 500) throw new Unavailable(`It answered with status ${reply.status}.`)
    const body = parse(text)
    if (reply.ok) return body
    const error = field(body, 'error')
    const kind = (typeof error === 'object' && error !== null && field(error, 'type')) || field(body, 'kind')
    const message = field(body, 'message')
    throw new Refusal(
      reply.status,
      typeof kind === 'string' ? kind : `Status${reply.status}`,
      typeof message === 'string' ? message : 'The auth API gave no reason.',
    )
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
