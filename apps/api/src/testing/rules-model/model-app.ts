/** The app of one API process, in this process. On PostgreSQL it has separate connections, on PGlite it shares the only one. */

import { inject } from 'vitest'
import { buildApp } from '../../app.ts'
import type { Database } from '../../db/database.ts'
import { openPostgres } from '../../db/open-postgres.ts'
import { TestApp } from '../build-test-app.ts'
import { isOnPostgres, testLimits } from '../open-test-database.ts'
import { endConnections, findDatabaseName } from './product-facts.ts'

export class ModelApp {
  readonly client = new TestApp()
  readonly #test: TestApp
  readonly #clock: { now: number }
  readonly #number: number
  #ownDatabase: Database | undefined

  private constructor(test: TestApp, clock: { now: number }, number: number) {
    this.#test = test
    this.#clock = clock
    this.#number = number
  }

  static async open(test: TestApp, clock: { now: number }, number: number): Promise<ModelApp> {
    const app = new ModelApp(test, clock, number)
    await app.#start()
    return app
  }

  async #start(): Promise<void> {
    const { services, database: shared, config } = this.#test
    this.#ownDatabase = isOnPostgres() ? await this.#openDatabase(shared) : undefined
    const database = this.#ownDatabase ?? shared
    const now = () => new Date(this.#clock.now)
    this.client.config = config
    this.client.app = await buildApp({ ...services, database, now })
  }

  get #name(): string {
    return `process-${this.#number}`
  }

  async #openDatabase(shared: Database): Promise<Database> {
    const name = await findDatabaseName(shared.orm)
    const databaseUrl = `${inject('postgres').url}${name}?application_name=${this.#name}`
    return openPostgres({ databaseUrl, poolSize: 5, ...testLimits, log: () => {} })
  }

  async close(): Promise<void> {
    await this.client.app.close()
    await this.#ownDatabase?.close()
    this.#ownDatabase = undefined
  }

  /** Cuts every connection, even with queries in flight, and restarts the app. PGlite has no connections to cut. */
  async killAndRestart(): Promise<void> {
    if (this.#ownDatabase) await endConnections(this.#test.database.orm, this.#name)
    await this.close()
    await this.#start()
  }
}
