import type { TokenPermission } from '@portal/contract/tokens/tokens'
import type { Mail } from '../../gateways/mail/mail.ts'
import {
  type MailConfig,
  mailOf,
  type NamedUser,
  nameWithAddress,
  quotedName,
  workspacesAction,
} from '../../gateways/mail/mail-text.ts'

/** Sent to the owner who deleted a workspace. */
export function workspaceDeletedMail(
  facts: { to: string; workspaceName: string; restorableDays: number },
  config: MailConfig,
): Mail {
  const workspace = quotedName(facts.workspaceName)
  return mailOf(
    {
      to: facts.to,
      subject: `The workspace ${workspace} has been deleted`,
      paragraphs: [
        `You deleted the workspace ${workspace}. Members can't open it, and its API tokens no longer work.`,
        `You can restore it on your workspaces page for ${facts.restorableDays} days. If you did not delete it, restore it there and review your security settings.`,
      ],
      action: workspacesAction(config),
    },
    config,
  )
}

/** A credential with which a program acts in a workspace. */
export type CredentialKind = 'API token' | 'service account'

export interface CredentialFacts {
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
export function credentialCreatedMail(
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
export function credentialsCreatedMail(
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
