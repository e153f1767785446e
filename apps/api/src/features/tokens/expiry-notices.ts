import { tokenExpiryNoticeDays } from '@portal/contract/limits'
import { normalizeEmail } from '@portal/contract/text-rules'
import type { Services } from '../../services.ts'
import { claimExpiring, ownerEmails } from './expiry-notice-store.ts'
import { tokenExpiryMail } from './token-mails.ts'

/** Tokens a transaction: short enough to hold nobody up. */
const batchSize = 100
/** The nearest first: who is told "1 day" is not told "7 days" as well. */
const nearestFirst = [...tokenExpiryNoticeDays].sort((left, right) => left - right)

type NoticeServices = Pick<Services, 'config' | 'database' | 'jobs' | 'now'>

/**
 * Tells creators and owners by mail which API tokens expire in 30, 7 and 1 day; each token and threshold once, also when
 * several processes do it or one is stopped in between. A threshold that passed unseen is not made up for.
 */
export async function noticeExpiries(services: NoticeServices): Promise<void> {
  for (const days of nearestFirst) {
    let from: Date | undefined = services.now()
    while (from) from = await noticeBatch(services, days, from)
  }
}

/** Where the next batch begins; undefined after the last. */
async function noticeBatch(services: NoticeServices, days: number, from: Date): Promise<Date | undefined> {
  const { config, database, jobs } = services
  const now = services.now()
  return database.transaction(async (tx) => {
    const tokens = await claimExpiring(tx, { days, now, from, limit: batchSize })
    const owners = await ownerEmails(tx, [...new Set(tokens.map(({ workspaceId }) => workspaceId))])
    for (const token of tokens) {
      const addresses = [token.creatorEmail, owners.get(token.workspaceId)].filter((to) => to !== undefined)
      const once = new Map(addresses.map((to) => [normalizeEmail(to), to]))
      for (const to of once.values())
        await jobs.send(tx, 'mail.send', tokenExpiryMail({ ...token, to, now }, config))
    }
    return tokens.length < batchSize ? undefined : tokens.at(-1)?.expiresAt
  })
}
