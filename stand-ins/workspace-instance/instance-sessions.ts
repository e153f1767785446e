import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { JsonFile } from '../serving/json-file.ts'
import type { Handoff } from './auth-api.ts'
import type { InstanceSettings } from './instance-settings.ts'

/** A workspace that a browser is signed in to. */
export interface SignedIn extends Handoff {
  token: string
  expiresAtMs: number
}

export interface InstanceSession {
  currentWorkspaceId: string
  workspaces: Record<string, SignedIn>
  lastSeenAtMs: number
}

const lifetimeSeconds = 30 * 24 * 60 * 60

const hashOf = (id: string) => createHash('sha256').update(id).digest('base64url')
const isOver = ({ lastSeenAtMs }: InstanceSession) => Date.now() - lastSeenAtMs > lifetimeSeconds * 1000

/** The sessions of this instance, by the id in a cookie. Only the hash of an id is stored. */
export class InstanceSessions {
  readonly #file: JsonFile<Record<string, InstanceSession>>
  readonly #cookieName: string
  readonly #isSecure: boolean

  constructor({ dataFolder, instanceUrl, port }: InstanceSettings) {
    this.#file = new JsonFile(join(dataFolder, 'sessions.json'), {})
    // All ports of localhost share cookies, so the name contains the port.
    this.#cookieName = `instance-${new URL(instanceUrl).port || port}-session`
    this.#isSecure = instanceUrl.startsWith('https:')
    for (const [hash, session] of Object.entries(this.#file.value))
      if (isOver(session)) delete this.#file.value[hash]
  }

  #hashIn({ cookies }: FastifyRequest): string {
    return hashOf(cookies[this.#cookieName] ?? '')
  }

  find(request: FastifyRequest): InstanceSession | undefined {
    const session = this.#file.value[this.#hashIn(request)]
    if (!session || isOver(session)) return undefined
    session.lastSeenAtMs = Date.now()
    return session
  }

  /**
   * Adds a workspace and replaces the session id, which prevents session fixation. Removes the workspaces of another
   * user.
   */
  async signIn(request: FastifyRequest, reply: FastifyReply, entry: SignedIn): Promise<void> {
    const old = Object.entries(this.find(request)?.workspaces ?? {})
    const kept = old.filter(([, { user }]) => user.id === entry.user.id)
    delete this.#file.value[this.#hashIn(request)]
    const id = randomBytes(32).toString('base64url')
    this.#file.value[hashOf(id)] = {
      currentWorkspaceId: entry.workspace.id,
      workspaces: { ...Object.fromEntries(kept), [entry.workspace.id]: entry },
      lastSeenAtMs: Date.now(),
    }
    await this.#file.save()
    reply.setCookie(this.#cookieName, id, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: this.#isSecure,
      maxAge: lifetimeSeconds,
    })
  }

  async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    delete this.#file.value[this.#hashIn(request)]
    reply.clearCookie(this.#cookieName, { path: '/' })
    await this.#file.save()
  }

  /** Writes changes of a session. */
  save(): void {
    this.#file.saveSoon()
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}
