import { tokenExpiryNoticeDays } from '@portal/contract/limits'
import { normalizeEmail } from '@portal/contract/text/text-rules'
import type { Orm } from '../../db/database.ts'
import type { Services } from '../../services.ts'
import { claimExpiring, claimUsedOldSecrets, findOwnerEmails } from './expiry-notice-store.ts'
import { oldSecretMail, tokenExpiryMail } from './token-mails.ts'

/** Tokens per transaction. Small batches keep the locks short. */
const batchSize = 100
/** Nearest threshold first: a token that expires in 1 day gets that notice and no notice for 7 days. */
const nearestFirst = [...tokenExpiryNoticeDays].sort((left, right) => left - right)

type NoticeServices = Pick<Services, 'config' | 'database' | 'jobs' | 'now'>

/**
 * Mails the creator and the owner 30, 7 and 1 day before an API token expires. Each notice is sent once, even if several
 * processes run this or one of them stops halfway. Tokens of one batch share a mail for each recipient and workspace. A notice
 * that was missed is not sent later
 * (docs/product/tokens.md#expiry-notices).
 */
export async function sendExpiryNotices(services: NoticeServices): Promise<void> {
  for (const days of nearestFirst) {
    let from: Date | undefined = services.now()
    while (from) from = await sendBatch(services, days, from)
  }
}

/** Sends one batch. Returns the expiry at which the next batch starts, or undefined after the last batch. */
async function sendBatch(services: NoticeServices, days: number, from: Date): Promise<Date | undefined> {
  const { config, database, jobs } = services
  const now = services.now()
  return database.transaction(async (tx) => {
    const tokens = await claimExpiring(tx, { days, now, from, limit: batchSize })
    for (const mail of await groupByRecipient(tx, tokens))
      await jobs.sendMail(tx, 'tokens.notice-expiry', tokenExpiryMail({ ...mail, now }, config))
    return tokens.length < batchSize ? undefined : tokens.at(-1)?.expiresAt
  })
}

/** Mails the creator and the owner, once for each rotation, that an old secret which ends soon is still in use. */
export async function sendOldSecretNotices({ config, database, jobs, now }: NoticeServices): Promise<void> {
  const sendOldSecretBatch = () =>
    database.transaction(async (tx) => {
      const secrets = await claimUsedOldSecrets(tx, { now: now(), limit: batchSize })
      for (const mail of await groupByRecipient(tx, secrets))
        await jobs.sendMail(tx, 'tokens.notice-old-secret', oldSecretMail(mail, config))
      return secrets.length
    })
  while ((await sendOldSecretBatch()) === batchSize);
}

interface Noticed {
  workspaceId: string
  workspaceName: string
  creatorEmail: string
  isCreatorVerified: boolean
  isCreatorMember: boolean
}

/** Groups tokens by workspace and by who is mailed about them: their creator and the owner of the workspace. */
async function groupByRecipient<Token extends Noticed>(tx: Orm, tokens: readonly Token[]) {
  const owners = await findOwnerEmails(tx, [...new Set(tokens.map(({ workspaceId }) => workspaceId))])
  const groups = new Map<
    string,
    { to: string; workspaceId: string; workspaceName: string; tokens: Token[] }
  >()
  for (const token of tokens) {
    const { workspaceId, workspaceName } = token
    const addresses = [
      // A service account's token outlives the membership of its creator.
      token.isCreatorMember && token.isCreatorVerified ? token.creatorEmail : undefined,
      owners.get(workspaceId),
    ].filter((to) => to !== undefined)
    for (const [address, to] of new Map(addresses.map((to) => [normalizeEmail(to), to]))) {
      const key = `${workspaceId} ${address}`
      const group = groups.get(key) ?? { to, workspaceId, workspaceName, tokens: [] }
      group.tokens.push(token)
      groups.set(key, group)
    }
  }
  return groups.values()
}
