/** Keeps a person and their customer at the billing provider in step (RULES section 8). */
import { normalizeEmail } from '@portal/contract/text-rules'
import type { Person } from '../../http/caller.ts'
import type { Services } from '../../services.ts'
import { findPerson, findVerifiedAccount } from '../account/account-store.ts'
import { fullName, providerDetails, stateChange } from './billing-rules.ts'
import type { BillingAccount } from './billing-store.ts'
import * as store from './billing-store.ts'
import { FreshRuns } from './fresh-runs.ts'
import { openOncePaid } from './unpaid-suspension.ts'

export type BillingServices = Pick<Services, 'billing' | 'config' | 'database' | 'jobs' | 'now'>

/** Each method throws `BillingUnavailableError` while the provider is away. */
export class BillingIntegration {
  readonly #services: BillingServices
  readonly #syncs = new FreshRuns()

  constructor(services: BillingServices) {
    this.#services = services
  }

  /**
   * Makes the customer and the trial where they are missing. May be repeated, and by several processes at once: there is
   * one customer, and one trial ever. Does nothing for an unverified address.
   */
  async integrate(userId: string): Promise<BillingAccount | undefined> {
    const { billing, database } = this.#services
    const db = database.orm
    const person = await findPerson(db, userId)
    if (!person?.emailVerified || !billing.isConfigured) return undefined
    const customerId = await this.#customerOf(person)
    await this.sync(customerId)
    const account = await store.findBilling(db, userId)
    if (account?.subscriptionId === null) {
      await billing.startTrial(customerId, userId)
      await this.sync(customerId)
    }
    return store.findBilling(db, userId)
  }

  async #customerOf(person: Person): Promise<string> {
    const { billing, database } = this.#services
    const account = await store.findBilling(database.orm, person.id)
    const known = account?.customerId ? await billing.readCustomer(account.customerId) : undefined
    const customer =
      known ??
      (await billing.findOrCreateCustomer({ userId: person.id, email: person.email, name: fullName(person) }))
    if (
      customer.id !== account?.customerId &&
      !(await store.linkCustomer(database.orm, person.id, customer.id))
    )
      throw new Error(`the customer ${customer.id} belongs to another account`)
    if (customer.email === null || normalizeEmail(customer.email) !== normalizeEmail(person.email))
      await billing.changeEmail(customer.id, person.email)
    return customer.id
  }

  /** Tells the provider the details as they are saved now. */
  async pushDetails(userId: string): Promise<void> {
    const { billing, database } = this.#services
    if (!billing.isConfigured) return
    const integrated = await this.integrate(userId)
    const account = integrated && (await store.findBilling(database.orm, userId))
    if (!account?.customerId || !account.detailsSavedAt) return
    await billing.saveDetails(account.customerId, providerDetails(account), account.detailsSavedAt)
  }

  /**
   * Reads the customer's state from the provider and stores it. What was asked earlier never replaces what was asked later.
   * An account that was suspended for what it owed opens once nothing is owed.
   * @param sinceMs what was read after this, by `performance.now()`, is fresh enough
   */
  sync(customerId: string, sinceMs?: number): Promise<void> {
    const { billing, database, now } = this.#services
    const read = async () => {
      const askedAt = await store.databaseNow(database.orm)
      const state = await billing.readState(customerId, now())
      const account = await store.findBillingOfCustomer(database.orm, customerId)
      if (!account) return
      const change = stateChange(state, account)
      await database.transaction(async (tx) => {
        const userId = await store.writeState(tx, customerId, change, askedAt)
        if (userId !== undefined && change.unpaidSince === null)
          await openOncePaid(this.#services, tx, userId)
      })
    }
    return this.#syncs.run(customerId, read, sinceMs)
  }

  /** Ends the subscriptions of somebody whose account is deleted; of somebody who is back, none. */
  async endSubscriptions(userId: string): Promise<void> {
    const { billing, database } = this.#services
    if (!billing.isConfigured || (await findPerson(database.orm, userId))) return
    const account = await store.findBilling(database.orm, userId)
    if (!account?.customerId) return
    await billing.endSubscriptions(account.customerId)
    await this.sync(account.customerId)
  }

  /** Finds whose customer it is, also one that was made at the provider: by its mark, else by its verified address. */
  async recognise(customerId: string): Promise<BillingAccount | undefined> {
    const { billing, database } = this.#services
    const db = database.orm
    const known = await store.findBillingOfCustomer(db, customerId)
    if (known) return known
    const customer = await billing.readCustomer(customerId)
    if (!customer) return undefined
    const person =
      customer.userId === null
        ? await findVerifiedAccount(db, normalizeEmail(customer.email ?? ''))
        : await findPerson(db, customer.userId)
    if (!person?.emailVerified) return undefined
    const account = await store.findBilling(db, person.id)
    const isTaken = account?.customerId && (await billing.readCustomer(account.customerId))
    if (isTaken || !(await store.linkCustomer(db, person.id, customerId))) return undefined
    return store.findBillingOfCustomer(db, customerId)
  }
}
