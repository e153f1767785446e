/** The app of one API process, in this process, with separate connections. */
import { inject } from 'vitest'
import { buildApp } from '../../app.ts'
import type { Database } from '../../db/database.ts'
import { openDatabase } from '../../db/open-database.ts'
import { TestApp } from '../build-test-app.ts'
import { testLimits } from '../open-test-database.ts'
import { endConnections, findDatabaseName } from './product-facts.ts'

export class ModelApp {
  readonly client = new TestApp()
  readonly #test: TestApp
  readonly #clock: { now: number }
  readonly #number: number
  #database!: Database

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
    const name = await findDatabaseName(shared.orm)
    const databaseUrl = `${inject('postgres').url}${name}?application_name=${this.#name}`
    this.#database = await openDatabase({ databaseUrl, poolSize: 5, ...testLimits })
    const now = () => new Date(this.#clock.now)
    this.client.config = config
    this.client.app = await buildApp({ ...services, database: this.#database, now })
  }

  get #name(): string {
    return `process-${this.#number}`
  }

  async close(): Promise<void> {
    await this.client.app.close()
    await this.#database.close()
  }

  /** Cuts every connection, even with queries in flight, and restarts the app. */
  async killAndRestart(): Promise<void> {
    await endConnections(this.#test.database.orm, this.#name)
    await this.close()
    await this.#start()
  }
}
