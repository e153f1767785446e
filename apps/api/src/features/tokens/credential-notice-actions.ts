import { repeatedMailMinutes } from '@portal/contract/limits'
import type { TokenPermission } from '@portal/contract/tokens/token-schemas'
import type { Orm } from '../../db/database.ts'
import type { Mail } from '../../gateways/mail/mail.ts'
import {
  type MailConfig,
  mailOf,
  type NamedUser,
  nameWithAddress,
  quotedName,
} from '../../gateways/mail/mail-text.ts'
import { countMail } from '../../guard/mail-limits.ts'
import type { JobData } from '../../jobs/jobs.ts'
import type { Services } from '../../services.ts'
import { countCredentialsSince, findVerifiedOwner } from './api-token-store.ts'

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
  const overLimit = await countMail(tx, { byUserId: by.id, workspaceId, to: owner.email, at }, config)
  if (overLimit) {
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

/** A credential with which a program acts in a workspace. */
type CredentialKind = 'API token' | 'service account'

interface CredentialFacts {
  workspaceId: string
  kind: CredentialKind
  name: string
  /** What an API token may do. */
  permission?: TokenPermission
  /** The user who created it. */
  by: NamedUser & { id: string }
}

/** How to stop a credential, and in which section of the workspace. */
const sections = {
  'API token': { article: 'an', action: 'revoke', section: 'API tokens', path: 'tokens' },
  'service account': {
    article: 'a',
    action: 'disable',
    section: 'Service accounts',
    path: 'service-accounts',
  },
} as const satisfies Record<CredentialKind, object>

const permissionSentences: Record<TokenPermission, string> = {
  read: 'The token can only read.',
  manage:
    'The token can manage the workspace: change its details, its members and its invitations, and delete it, as far as the role of its creator allows.',
}

/** Sent to the owner of a workspace when a user creates an API token or a service account in it. */
function credentialCreatedMail(
  facts: CredentialFacts & { owner: { id: string; email: string }; workspaceName: string },
  config: MailConfig,
): Mail {
  const { kind, by, owner, workspaceId } = facts
  const workspace = quotedName(facts.workspaceName)
  const creator = by.id === owner.id ? 'You' : nameWithAddress(by)
  const { article, action, section, path } = sections[kind]
  return mailOf(
    {
      to: owner.email,
      subject: `New ${kind} in the workspace ${workspace}`,
      paragraphs: [
        `${creator} created ${article} ${kind} named ${quotedName(facts.name)} in the workspace ${workspace}, which you own.`,
        ...(facts.permission ? [permissionSentences[facts.permission]] : []),
        `If you did not expect it, ${action} it in the ${section} section of the workspace.`,
      ],
      action: {
        label: `View ${kind}s`,
        url: `${config.PORTAL_URL}/workspace/${workspaceId}/${path}`,
      },
    },
    config,
  )
}

/** Sent to the owner of a workspace when more API tokens and service accounts are created than are mailed one by one. */
function credentialsCreatedMail(
  facts: { to: string; workspaceId: string; workspaceName: string; tokens: number; serviceAccounts: number },
  config: MailConfig,
): Mail {
  const workspace = quotedName(facts.workspaceName)
  const count = (number: number, kind: CredentialKind) => `${number} ${kind}${number === 1 ? '' : 's'}`
  return mailOf(
    {
      to: facts.to,
      subject: `New API tokens and service accounts in the workspace ${workspace}`,
      paragraphs: [
        `${count(facts.tokens, 'API token')} and ${count(facts.serviceAccounts, 'service account')} were created within a few minutes in the workspace ${workspace}, which you own.`,
        'The activity of the workspace shows who created them. If you did not expect them, revoke the tokens and disable the service accounts.',
      ],
      action: {
        label: 'View activity',
        url: `${config.PORTAL_URL}/workspace/${facts.workspaceId}/activity`,
      },
    },
    config,
  )
}
