import { repeatedMailMinutes } from '@portal/contract/limits'
import type { Orm } from '../../db/database.ts'
import { countMail } from '../../guard/mail-limits.ts'
import type { JobData } from '../../jobs/jobs.ts'
import type { Services } from '../../services.ts'
import { type CredentialFacts, credentialCreatedMail, credentialsCreatedMail } from './token-mails.ts'
import { countCredentialsSince, findVerifiedOwner } from './token-notice-store.ts'

/** Mails over the limits are sent together after this time. */
const collectSeconds = repeatedMailMinutes * 60
/** A request that waited for the lock of the workspace has an earlier time than the one before it. */
const overlapMs = 60_000

/**
 * Mails the owner of a workspace that a new API token or service account can act in it. Over the mail limits,
 * `mailNewCredentials` sends one mail about all that are created within ten minutes, so that nobody can suppress the notice.
 */
export async function mailOwnerAboutCredential(
  { config, jobs }: Pick<Services, 'config' | 'jobs'>,
  tx: Orm,
  facts: CredentialFacts & { at: Date },
): Promise<void> {
  const found = await findVerifiedOwner(tx, facts.workspaceId)
  if (!found) return
  const { owner, workspaceName } = found
  const { by, workspaceId, at } = facts
  if (await countMail(tx, { byUserId: by.id, workspaceId, to: owner.email, at }, config)) {
    const from = new Date(at.getTime() - overlapMs).toISOString()
    const delay = { seconds: collectSeconds, key: workspaceId }
    return jobs.send(tx, 'workspaces.mail-credentials', { workspaceId, from }, delay)
  }
  await jobs.sendMail(tx, by.id, credentialCreatedMail({ ...facts, owner, workspaceName }, config))
}

/** Mails the owner how many API tokens and service accounts were created since `from`. */
export async function mailNewCredentials(
  { config, database, jobs }: Pick<Services, 'config' | 'database' | 'jobs'>,
  { workspaceId, from }: JobData['workspaces.mail-credentials'],
): Promise<void> {
  await database.transaction(async (tx) => {
    const found = await findVerifiedOwner(tx, workspaceId)
    const counts = await countCredentialsSince(tx, workspaceId, new Date(from))
    if (!found || counts.tokens + counts.serviceAccounts === 0) return
    const { owner, workspaceName } = found
    const facts = { to: owner.email, workspaceId, workspaceName, ...counts }
    await jobs.sendMail(tx, owner.id, credentialsCreatedMail(facts, config))
  })
}
