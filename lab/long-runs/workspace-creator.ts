import { xsrfHeaderName } from '@portal/contract/limits'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { xsrfTokenOf } from '../../apps/api/src/crypto/secrets.ts'
import type { Database } from '../../apps/api/src/db/database.ts'
import { openDatabase } from '../../apps/api/src/db/open-database.ts'
import { makeSession, makeUser } from '../../apps/api/src/testing/factories.ts'

const portal = 'http://localhost:9000'

/** A signed-in user who creates workspaces as fast as the API answers. */
export class WorkspaceCreator {
  /** The ids that the API acknowledged. */
  readonly acknowledged: string[] = []
  readonly #session: string

  private constructor(session: string) {
    this.#session = session
  }

  /** Inserts users with sessions. */
  static async make(databaseUrl: string, count: number): Promise<WorkspaceCreator[]> {
    const database: Database = await openDatabase({ databaseUrl })
    const creators: WorkspaceCreator[] = []
    for (let made = 0; made < count; made++) {
      const { token } = await makeSession(database, await makeUser(database))
      creators.push(new WorkspaceCreator(token))
    }
    await database.close()
    return creators
  }

  /** Creates workspaces concurrently until the API is gone. @throws on any response except a success */
  async createUntilGone(url: string, atOnce = 3): Promise<void> {
    await Promise.all(Array.from({ length: atOnce }, () => this.#createInTurn(url)))
  }

  async list(url: string): Promise<Workspace[]> {
    const response = await fetch(`${url}/workspaces`, { headers: this.#headers() })
    if (!response.ok) throw new Error(`GET /workspaces answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as Workspace[]
  }

  async #createInTurn(url: string): Promise<void> {
    for (;;) {
      const name = `Workspace ${this.acknowledged.length}`
      const reply = await this.#create(url, name)
      if (reply === undefined) return
      this.acknowledged.push(reply)
    }
  }

  /** Returns the new id, or undefined if the API or the database was killed before the response was complete. */
  async #create(url: string, displayName: string): Promise<string | undefined> {
    let status: number
    let body: string
    try {
      const response = await fetch(`${url}/workspaces/new`, {
        method: 'POST',
        headers: { ...this.#headers(), 'content-type': 'application/json' },
        body: JSON.stringify({ displayName, instanceUrl: 'http://localhost:8080' }),
      })
      status = response.status
      body = await response.text()
    } catch {
      return undefined
    }
    // The database was killed.
    if (status === 503) return undefined
    if (status !== 200) throw new Error(`POST /workspaces/new answered ${status}: ${body}`)
    const { newWorkspaceId } = JSON.parse(body) as { newWorkspaceId: string }
    return newWorkspaceId
  }

  #headers(): Record<string, string> {
    return {
      cookie: `portal_session=${this.#session}`,
      origin: portal,
      [xsrfHeaderName]: xsrfTokenOf(this.#session),
    }
  }
}
