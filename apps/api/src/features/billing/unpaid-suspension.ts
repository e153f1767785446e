/**
 * The rule that an account which stays unpaid is suspended, and opens again by itself as soon as it is paid (RULES
 * section 8; `SUSPEND_UNPAID_AFTER_DAYS`). What staff suspended is left alone.
 */
import type { Orm } from '../../db/database.ts'
import type { Services } from '../../services.ts'
import { recordStaffAct } from '../staff/records/staff-record-store.ts'
import { paidAgainMail, unpaidSuspensionMail } from './billing-mails.ts'
import { unpaidDueBefore } from './billing-rules.ts'
import * as store from './unpaid-store.ts'

type UnpaidServices = Pick<Services, 'config' | 'database' | 'jobs' | 'now'>

const day = (date: Date) => date.toISOString().slice(0, 10)

/** In the staff's record, but by nobody of staff: it bears the person themselves, who can never suspend themselves. */
const byItself = { ipAddress: null, after: { automatic: true } } as const

/** Suspends an account that owes for too long, once. Does nothing where it was paid, or opened by staff, meanwhile. */
export async function suspendWhereUnpaid(services: UnpaidServices, userId: string): Promise<void> {
  const { config, database, jobs, now } = services
  const at = now()
  const dueBefore = unpaidDueBefore(at, config.SUSPEND_UNPAID_AFTER_DAYS)
  if (!dueBefore) return
  await database.transaction(async (tx) => {
    const since = await store.lockUnpaid(tx, userId, dueBefore)
    if (!since) return
    const reason = `An invoice has been unpaid since ${day(since)}.`
    const person = await store.suspendUnpaid(tx, userId, reason, at)
    if (!person) return
    await recordStaffAct(tx, {
      ...byItself,
      staffUserId: userId,
      act: 'person.suspended',
      aboutUserId: userId,
      before: { suspendedAt: null },
      after: { ...byItself.after, suspendedAt: at },
      reason,
      at,
    })
    await jobs.send(tx, 'mail.send', unpaidSuspensionMail({ to: person.email, since }, config))
  })
}

/** Opens the account again that the rule has suspended, once nothing is owed any more. */
export async function openOncePaid(
  { config, jobs, now }: UnpaidServices,
  tx: Orm,
  userId: string,
): Promise<void> {
  const person = await store.openPaid(tx, userId)
  if (!person) return
  await recordStaffAct(tx, {
    ...byItself,
    staffUserId: userId,
    act: 'person.unsuspended',
    aboutUserId: userId,
    after: { ...byItself.after, suspendedAt: null },
    reason: 'What was owed has been paid.',
    at: now(),
  })
  if (person.deletedAt) return
  const facts = { to: person.email, isQuarantined: person.quarantinedAt !== null }
  await jobs.send(tx, 'mail.send', paidAgainMail(facts, config))
}
