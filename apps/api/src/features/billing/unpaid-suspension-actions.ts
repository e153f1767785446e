/**
 * Suspends accounts that stay unpaid and reactivates them when they are paid (`SUSPEND_UNPAID_AFTER_DAYS`).
 * Suspensions by staff are left alone. See docs/product/billing.md#unpaid-accounts.
 */
import type { Orm } from '../../db/database.ts'
import { formatDay } from '../../gateways/mail/mail-text.ts'
import type { Services } from '../../services.ts'
import { endSessionsOf } from '../sessions/session-store.ts'
import { recordStaffAct } from '../staff/records/staff-record-store.ts'
import { paidAgainMail, unpaidSuspensionMail } from './billing-mails.ts'
import { unpaidDueBefore } from './billing-rules.ts'
import * as store from './unpaid-store.ts'

type UnpaidServices = Pick<Services, 'config' | 'database' | 'jobs' | 'now'>

/**
 * Marks an automatic action in the staff records. Such a record has the affected user as its `staffUserId`. Staff
 * cannot suspend themselves, so this is unambiguous.
 */
const automaticAction = { ipAddress: null, after: { automatic: true } } as const

/**
 * Suspends an account that has been unpaid for too long. No-op if it has been paid or reactivated by staff in the
 * meantime.
 */
export async function suspendIfUnpaid(services: UnpaidServices, userId: string): Promise<void> {
  const { config, database, jobs, now } = services
  const at = now()
  const dueBefore = unpaidDueBefore(at, config.SUSPEND_UNPAID_AFTER_DAYS)
  if (!dueBefore) return
  await database.transaction(async (tx) => {
    const since = await store.lockUnpaid(tx, userId, dueBefore)
    if (!since) return
    const reason = `An invoice has been unpaid since ${formatDay(since)}.`
    const person = await store.suspendUnpaid(tx, userId, reason, at)
    if (!person) return
    await endSessionsOf(tx, { userId, isOfClient: true }, at)
    await recordStaffAct(tx, {
      ...automaticAction,
      staffUserId: userId,
      act: 'person.suspended',
      aboutUserId: userId,
      before: { suspendedAt: null },
      after: { ...automaticAction.after, suspendedAt: at },
      reason,
      at,
    })
    await jobs.sendMail(tx, userId, unpaidSuspensionMail({ to: person.email, reason }, config))
  })
}

/** Reactivates an account that was suspended automatically, once nothing is unpaid. */
export async function reactivateIfPaid(
  { config, jobs, now }: UnpaidServices,
  tx: Orm,
  userId: string,
): Promise<void> {
  const person = await store.reactivatePaid(tx, userId)
  if (!person) return
  await recordStaffAct(tx, {
    ...automaticAction,
    staffUserId: userId,
    act: 'person.unsuspended',
    aboutUserId: userId,
    after: { ...automaticAction.after, suspendedAt: null },
    reason: 'All unpaid invoices have been paid.',
    at: now(),
  })
  if (person.deletedAt) return
  const facts = { to: person.email, isQuarantined: person.quarantinedAt !== null }
  await jobs.sendMail(tx, userId, paidAgainMail(facts, config))
}
