import type { Orm } from '../../db/database.ts'
import type { Services } from '../../services.ts'
import { countMail } from '../rate-limits/mail-limit-actions.ts'
import { type CredentialFacts, credentialCreatedMail } from './workspace-mails.ts'
import { findVerifiedOwner } from './workspace-owner-store.ts'

/** Mails the owner of a workspace that a new API token or service account can act in it, up to the mail limits. */
export async function mailOwnerAboutCredential(
  { config, jobs }: Pick<Services, 'config' | 'jobs'>,
  tx: Orm,
  facts: CredentialFacts & { at: Date },
): Promise<void> {
  const found = await findVerifiedOwner(tx, facts.workspaceId)
  if (!found) return
  const { owner, workspaceName } = found
  const { by, workspaceId, at } = facts
  if (await countMail(tx, { byUserId: by.id, workspaceId, to: owner.email, at }, config)) return
  await jobs.send(tx, 'mail.send', credentialCreatedMail({ ...facts, owner, workspaceName }, config))
}
