/** Limits the mails that one account causes (docs/product/errors.md#mails). */
import { limitSentence } from '@portal/contract/account-limits'
import { minuteMs } from '@portal/contract/durations'
import { repeatedMailMinutes } from '@portal/contract/limits'
import { normalizeEmail } from '@portal/contract/text/text-rules'
import { type UsageLimitName, usageLimits } from '@portal/contract/usage-limits'
import type { Config } from '../config.ts'
import { textHashOf } from '../crypto/secrets.ts'
import type { Orm } from '../db/database.ts'
import type { Refusal } from '../http/errors/refusal.ts'
import { limitOf } from './account-limits.ts'
import { scaled, tooManyRequests } from './rate-limit.ts'
import { countUse } from './rate-limit-store.ts'

/** A mail caused by an account's action in a workspace. */
export interface CausedMail {
  byUserId: string
  workspaceId: string
  to: string
  at: Date
  /** Mails about this are counted for themselves, so that other mails can't use up their limit. */
  about?: 'deletion'
  /** Whether the address has never accepted an invitation from the account. */
  isToStranger?: boolean
}

/** Addresses are hashed, so that the counts contain no personal data. */
const addressKeyOf = ({ workspaceId, to, about }: CausedMail) =>
  textHashOf([workspaceId, about ?? [], normalizeEmail(to)].flat().join(' '))

/** The mailbox without a `+tag`, so that tags don't multiply the mails in one inbox. */
const strangerKeyOf = ({ byUserId, to }: CausedMail) =>
  textHashOf(`${byUserId} ${normalizeEmail(to).replace(/\+[^@]*@/, '@')}`)

/**
 * Counts a mail in the transaction of its action. Returns undefined if it may be sent, or else the refusal. The action either
 * throws the refusal or succeeds without the mail.
 */
export async function countMail(tx: Orm, mail: CausedMail, config: Config): Promise<Refusal | undefined> {
  const take = async (name: UsageLimitName, who: string): Promise<Refusal | undefined> => {
    const { windowSeconds } = usageLimits[name]
    const most = scaled(limitOf(name, config), config)
    const waitMs = await countUse(tx, `${name} ${who}`, { points: most, windowSeconds }, mail.at)
    return waitMs === undefined ? undefined : tooManyRequests(waitMs, limitSentence(name, most), name)
  }
  // Every action takes the workspace's lock first and the account's count last, which prevents deadlocks.
  const refusal =
    (await take('mailsToAddress', addressKeyOf(mail))) ??
    (mail.isToStranger ? await take('mailsToStranger', strangerKeyOf(mail)) : undefined)
  if (refusal || mail.about === 'deletion') return refusal
  return take('mailsOfAccount', mail.byUserId)
}

/** Returns whether the address was not yet sent such a mail within the last ten minutes, and counts the mail if so. */
export async function isFirstMail(tx: Orm, mail: CausedMail, about: string): Promise<boolean> {
  const window = { points: 1, windowSeconds: repeatedMailMinutes * 60 }
  return (await countUse(tx, `${about} ${addressKeyOf(mail)}`, window, mail.at)) === undefined
}

/** Whether a mail was sent so recently that the same mail isn't sent again. */
export const isJustMailed = (mailedAt: Date, now: Date): boolean =>
  now.getTime() - mailedAt.getTime() < repeatedMailMinutes * minuteMs
