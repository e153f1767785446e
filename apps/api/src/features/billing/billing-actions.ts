import type { BillingSave } from '@portal/contract/billing/billing'
import type { Person } from '../../guard/caller.ts'
import type { Services } from '../../services.ts'
import { updatePerson } from '../account/account-store.ts'
import { billingDetailsOf, detailsChange, namesChange } from './billing-rules.ts'
import { type BillingAccount, findBilling, saveDetails } from './billing-store.ts'

type ActionServices = Pick<Services, 'billing' | 'config' | 'database' | 'jobs' | 'now'>

/** Saves billing details and the caller's names, and queues a job that sends them to the provider. */
export async function saveBillingDetails(
  { billing, config, database, jobs, now }: ActionServices,
  person: Person,
  save: BillingSave,
): Promise<BillingAccount> {
  const account = await findBilling(database.orm, person.id)
  const stored = billingDetailsOf(person, account, config)
  const change = detailsChange(save, stored, account)
  return database.transaction(async (tx) => {
    // Locks billing before the user, like every other transaction, to avoid deadlocks.
    const saved = await saveDetails(tx, person.id, change, now())
    await updatePerson(tx, person.id, namesChange(save, stored))
    if (billing.isConfigured) await jobs.send(tx, 'billing.push-details', { userId: person.id })
    return saved
  })
}

/** Queues a job that creates the user's customer and subscription at the provider. No-op if both exist. */
export async function requestIntegration(
  { billing, database, jobs }: ActionServices,
  userId: string,
): Promise<void> {
  const account = await findBilling(database.orm, userId)
  const isDone = account?.customerId && account.subscriptionId
  if (billing.isConfigured && !isDone)
    await database.transaction((tx) => jobs.send(tx, 'billing.integrate', { userId }))
}
