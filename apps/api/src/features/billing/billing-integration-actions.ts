/** Keeps a user and their customer at the billing provider in sync. See docs/product/billing.md#integration. */
import { normalizeEmail } from '@portal/contract/text/text-rules'
import type { Person } from '../../guard/caller.ts'
import { findPerson } from '../../guard/person-store.ts'
import type { Services } from '../../services.ts'
import { findVerifiedAccount } from '../account/account-store.ts'
import { customerName, isLiveAfterClosing, providerDetails, stateChange } from './billing-rules.ts'
import * as store from './billing-store.ts'
import { FreshRuns } from './fresh-runs.ts'
import { reactivateIfPaid } from './unpaid-suspension-actions.ts'

export type BillingServices = Pick<
  Services,
  'billing' | 'config' | 'database' | 'jobs' | 'now' | 'onClosedSubscription'
>

/** Every method throws `BillingUnavailableError` while the provider is unavailable. */
export class BillingIntegration {
  readonly #services: BillingServices
  readonly #syncs = new FreshRuns()

  constructor(services: BillingServices) {
    this.#services = services
  }

  /**
   * Creates the customer and the trial if they are missing. Idempotent, even when several processes run it
   * concurrently: a user gets one customer and one trial ever. No-op for an unverified address.
   */
  async integrate(userId: string): Promise<store.BillingAccount | undefined> {
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
      (await billing.findOrCreateCustomer({
        userId: person.id,
        email: person.email,
        name: customerName(person),
        replaces: account?.customerId ?? undefined,
      }))
    if (
      customer.id !== account?.customerId &&
      !(await store.linkCustomer(database.orm, person.id, customer.id))
    )
      throw new Error(`The customer ${customer.id} belongs to another account`)
    if (customer.email === null || normalizeEmail(customer.email) !== normalizeEmail(person.email))
      await billing.changeEmail(customer.id, person.email)
    return customer.id
  }

  /** Sends the currently saved details to the provider. */
  async pushDetails(userId: string): Promise<void> {
    const { billing, database } = this.#services
    if (!billing.isConfigured) return
    const integrated = await this.integrate(userId)
    const account = integrated && (await store.findBilling(database.orm, userId))
    if (!account?.customerId || !account.detailsSavedAt) return
    await billing.saveDetails(account.customerId, providerDetails(account), account.detailsSavedAt)
  }

  /**
   * Reads the customer's state from the provider and stores it. A state requested earlier never replaces one requested
   * later. An account that was suspended for an unpaid invoice is reactivated once nothing is unpaid.
   * @param sinceMs a read that started after this time, by `performance.now()`, is reused
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
          await reactivateIfPaid(this.#services, tx, userId)
      })
    }
    return this.#syncs.run(customerId, read, sinceMs)
  }

  /** Ends the subscriptions of a deleted account. No-op if the account has been restored. */
  async endSubscriptions(userId: string): Promise<void> {
    const { billing, database } = this.#services
    if (!billing.isConfigured || (await findPerson(database.orm, userId))) return
    const account = await store.findBilling(database.orm, userId)
    if (!account?.customerId) return
    await billing.endSubscriptions(account.customerId)
    await this.sync(account.customerId)
  }

  /**
   * Ends the subscription that a closed account still has, for example because a checkout was completed in another tab after the
   * account was deleted (docs/product/billing.md#closed-accounts). No-op for an open account. Keeps the subscription of an account
   * that is suspended for an unpaid invoice, and reactivates the account if the payment arrived without a report.
   */
  async endClosedSubscription(userId: string): Promise<void> {
    const { billing, database, now, onClosedSubscription } = this.#services
    const account = billing.isConfigured ? await store.findClosedCustomer(database.orm, userId) : undefined
    if (!account) return
    const { customerId, isDeleted, isOpenedByPayment } = account
    const state = isOpenedByPayment ? undefined : await billing.readState(customerId, now())
    if (state?.subscription && isLiveAfterClosing(state.subscription.status, isDeleted)) {
      await billing.endSubscriptions(customerId)
      onClosedSubscription({ userId, customerId, subscriptionId: state.subscription.id })
    }
    await this.sync(customerId)
  }

  /**
   * Finds the account of a customer, including a customer created at the provider: first by the user id stored there,
   * then by the verified address.
   */
  async recognize(customerId: string): Promise<store.BillingAccount | undefined> {
    const { billing, database } = this.#services
    const db = database.orm
    const known = await store.findBillingOfCustomer(db, customerId)
    if (known) return known
    const customer = await billing.readCustomer(customerId)
    if (!customer) return undefined
    const person =
      customer.userId === null
        ? await findVerifiedAccount(db, customer.email ?? '')
        : await findPerson(db, customer.userId)
    if (!person?.emailVerified) return undefined
    const account = await store.findBilling(db, person.id)
    const isTaken = account?.customerId && (await billing.readCustomer(account.customerId))
    if (isTaken || !(await store.linkCustomer(db, person.id, customerId))) return undefined
    return store.findBillingOfCustomer(db, customerId)
  }
}
