/** Finds the host of a database URL that has the wanted role, and finds it again after a failover. */
import pg from 'pg'
import { DatabaseUnavailableError, driverUnavailable } from './database-errors.ts'
import type { DatabaseUrl, Role } from './database-url.ts'
import { connectLimitMs } from './limits.ts'

const phrases: Record<Role, string> = {
  any: 'answers',
  primary: 'accepts writes',
  standby: 'is a standby',
}

export class Hosts {
  readonly #url: DatabaseUrl
  #finding: Promise<string> | undefined

  constructor(url: DatabaseUrl) {
    this.#url = url
  }

  /** The only host needs no search, unless the URL asks for a role. */
  get #isFixed(): boolean {
    return this.#url.urls.length === 1 && this.#url.role === 'any'
  }

  /**
   * Returns the URL of the host.
   * @throws DatabaseUnavailableError if no host has the role.
   */
  async find(): Promise<string> {
    if (this.#isFixed) return this.#url.urls[0]
    this.#finding ??= this.#search()
    return this.#finding
  }

  /** The host failed or lost its role, so the next `find` asks all hosts again. */
  forget(): void {
    this.#finding = undefined
  }

  async #search(): Promise<string> {
    const { urls, role } = this.#url
    try {
      return await Promise.any(urls.map((url) => requireRole(url, role)))
    } catch (error) {
      this.#finding = undefined
      const [reason] = error instanceof AggregateError ? error.errors : [error]
      throw new DatabaseUnavailableError(`None of the database's ${urls.length} hosts ${phrases[role]}`, {
        cause: driverUnavailable(reason) ?? reason,
      })
    }
  }
}

/** Returns the URL if its host has the role, else throws. */
async function requireRole(url: string, role: Role): Promise<string> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectLimitMs,
    query_timeout: connectLimitMs,
    application_name: 'portal-api hosts',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ isStandby: boolean; readOnly: string }>(
      `select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') as "readOnly"`,
    )
    const { isStandby = false, readOnly } = rows[0] ?? {}
    if (role === 'primary' && (isStandby || readOnly !== 'off')) throw new Error('The host accepts no writes')
    if (role === 'standby' && !isStandby) throw new Error('The host is not a standby')
    return url
  } finally {
    client.end().catch(() => {})
  }
}
