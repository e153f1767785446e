import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { JsonFile } from '../serving/json-file.ts'
import type { Handoff } from './auth-api.ts'

/** A workspace that a browser is signed in to, without the workspace's secret. */
export interface SignedIn {
  user: Handoff['user']
  workspace: Omit<Handoff['workspace'], 'token'>
  token: string
  issuedAtMs: number
  expiresAtMs: number
}

export interface InstanceSession {
  currentWorkspaceId: string
  workspaces: Record<string, SignedIn>
  lastSeenAtMs: number
}

export const sessionLifetimeSeconds = 30 * 24 * 60 * 60

function hashId(id: string): string {
  return createHash('sha256').update(id).digest('base64url')
}

/** The sessions of this instance. Only the hash of a session id is stored. */
export class InstanceSessions {
  readonly #file: JsonFile<Record<string, InstanceSession>>

  private constructor(file: JsonFile<Record<string, InstanceSession>>) {
    this.#file = file
    for (const [hash, session] of Object.entries(file.value)) {
      if (isOver(session)) delete file.value[hash]
    }
  }

  static async open(folder: string): Promise<InstanceSessions> {
    const path = join(folder, 'sessions.json')
    return new InstanceSessions(await JsonFile.open({ path, initial: () => ({}), mode: 0o600 }))
  }

  find(id: string | undefined): InstanceSession | undefined {
    const session = id === undefined ? undefined : this.#file.value[hashId(id)]
    if (!session || isOver(session)) return undefined
    session.lastSeenAtMs = Date.now()
    return session
  }

  /**
   * Adds a workspace and replaces the session id, which prevents session fixation. Removes the workspaces of another
   * user.
   */
  async signIn(oldId: string | undefined, entry: SignedIn): Promise<string> {
    const old = this.find(oldId)
    const kept = Object.entries(old?.workspaces ?? {}).filter(([, other]) => other.user.id === entry.user.id)
    if (oldId !== undefined) delete this.#file.value[hashId(oldId)]
    const id = randomBytes(32).toString('base64url')
    this.#file.value[hashId(id)] = {
      currentWorkspaceId: entry.workspace.id,
      workspaces: { ...Object.fromEntries(kept), [entry.workspace.id]: entry },
      lastSeenAtMs: Date.now(),
    }
    await this.#file.save()
    return id
  }

  async forgetWorkspace(session: InstanceSession, workspaceId: string): Promise<void> {
    delete session.workspaces[workspaceId]
    await this.#file.save()
  }

  async end(id: string): Promise<void> {
    delete this.#file.value[hashId(id)]
    await this.#file.save()
  }

  /** Writes changes of a session with a delay. */
  touch(): void {
    this.#file.saveSoon()
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}

function isOver(session: InstanceSession): boolean {
  return Date.now() - session.lastSeenAtMs > sessionLifetimeSeconds * 1000
}

export function withoutSecret({ token: _, ...workspace }: Handoff['workspace']): SignedIn['workspace'] {
  return workspace
}
