import { dayMs } from '@portal/contract/durations'
import type { TokenPermission } from '@portal/contract/tokens/tokens'
import type { Mail } from '../../gateways/mail/mail.ts'
import {
  formatInstant,
  inert,
  type MailConfig,
  mailOf,
  type NamedUser,
  nameWithAddress,
  quotedName,
} from '../../gateways/mail/mail-text.ts'

/** A mail names at most this many tokens. */
const maxNamed = 20

export interface ExpiringToken {
  name: string
  creatorEmail: string
  permission: TokenPermission
  expiresAt: Date
}

export interface ExpiryFacts {
  to: string
  workspaceId: string
  workspaceName: string
  /** At least one. */
  tokens: readonly ExpiringToken[]
  now: Date
}

/** Rounds up to whole days: a token that expires in 20 hours expires "in 1 day". */
function inDays({ expiresAt }: ExpiringToken, now: Date): string {
  const days = Math.max(1, Math.ceil((expiresAt.getTime() - now.getTime()) / dayMs))
  return days === 1 ? 'in 1 day' : `in ${days} days`
}

/** How a mail refers to a token. */
const describeCreator = ({ creatorEmail, permission }: ExpiringToken) =>
  `created by ${inert(creatorEmail)}${permission === 'manage' ? ' to manage the workspace' : ''}`

function describeOne(token: ExpiringToken, workspace: string, now: Date) {
  const name = quotedName(token.name)
  const when = inDays(token, now)
  return {
    subject: `The API token ${name} expires ${when}`,
    paragraphs: [
      `The API token ${name} in the workspace ${workspace}, ${describeCreator(token)}, expires ${when}, on ${formatInstant(token.expiresAt)}.`,
      'Requests that use the token will be refused after that. Rotate the token before it expires: the old secret keeps working while you replace it.',
    ],
  }
}

function describeMany(tokens: readonly ExpiringToken[], workspace: string, now: Date) {
  const more = tokens.length - maxNamed
  return {
    subject: `${tokens.length} API tokens in the workspace ${workspace} expire soon`,
    paragraphs: [
      `These API tokens in the workspace ${workspace} expire soon:`,
      ...tokens
        .slice(0, maxNamed)
        .map(
          (token) =>
            `${quotedName(token.name)}, ${describeCreator(token)}, expires ${inDays(token, now)}, on ${formatInstant(token.expiresAt)}.`,
        ),
      ...(more > 0 ? [`${more} more tokens expire soon.`] : []),
      'Requests that use a token will be refused after that. Rotate a token before it expires: the old secret keeps working while you replace it.',
    ],
  }
}

/** Sent to the creator of API tokens and to the workspace's owner before the tokens expire. */
export function tokenExpiryMail(facts: ExpiryFacts, config: MailConfig): Mail {
  const { now, to, tokens, workspaceId } = facts
  const [first, ...others] = tokens
  if (!first) throw new Error('The mail needs at least one token')
  const workspace = quotedName(facts.workspaceName)
  return mailOf(
    {
      to,
      ...(others.length > 0 ? describeMany(tokens, workspace, now) : describeOne(first, workspace, now)),
      action: {
        label: 'View API tokens',
        url: `${config.PORTAL_URL}/workspace/${workspaceId}/tokens`,
      },
    },
    config,
  )
}

/** Sent to the creator of an API token that another user has moved to a service account. */
export function tokenMovedMail(
  facts: { to: string; by: NamedUser; tokenName: string; workspaceId: string; workspaceName: string },
  config: MailConfig,
): Mail {
  const name = quotedName(facts.tokenName)
  const workspace = quotedName(facts.workspaceName)
  return mailOf(
    {
      to: facts.to,
      subject: `Your API token ${name} was moved to a service account`,
      paragraphs: [
        `${nameWithAddress(facts.by)} moved your API token ${name} in the workspace ${workspace} to a service account and gave it a new secret.`,
        'The previous secret stops working, at the latest after the overlap that they chose. Programs that use it need the new one.',
      ],
      action: {
        label: 'View API tokens',
        url: `${config.PORTAL_URL}/workspace/${facts.workspaceId}/tokens`,
      },
    },
    config,
  )
}

/** A credential with which a program acts in a workspace. */
type CredentialKind = 'API token' | 'service account'

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
