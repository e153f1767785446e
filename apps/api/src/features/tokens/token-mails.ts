import { dayMs } from '@portal/contract/durations'
import type { TokenPermission } from '@portal/contract/tokens/token-schemas'
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

/** Counts the tokens that a mail doesn't name. */
function countRest({ length }: readonly unknown[], one: string, many: string): string[] {
  const rest = length - maxNamed
  return rest > 0 ? [`${rest} more ${rest === 1 ? one : many} soon.`] : []
}

function describeMany(tokens: readonly ExpiringToken[], workspace: string, now: Date) {
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
      ...countRest(tokens, 'token expires', 'tokens expire'),
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

interface UsedOldSecret {
  /** The name of its token. */
  name: string
  retiresAt: Date
  lastUsedAt: Date
  lastUsedIp: string | null
}

/** Sent to the creator of API tokens and to the workspace's owner when programs still use old secrets that end soon. */
export function oldSecretMail(
  facts: Pick<ExpiryFacts, 'to' | 'workspaceId' | 'workspaceName'> & { tokens: readonly UsedOldSecret[] },
  config: MailConfig,
): Mail {
  const { to, tokens, workspaceId } = facts
  const workspace = quotedName(facts.workspaceName)
  const described = tokens.slice(0, maxNamed).map(({ name, retiresAt, lastUsedAt, lastUsedIp }) => {
    const from = lastUsedIp === null ? '' : ` from ${lastUsedIp}`
    return `The old secret of the API token ${quotedName(name)} in the workspace ${workspace} stops working on ${formatInstant(retiresAt)}. It was last used on ${formatInstant(lastUsedAt)}${from}.`
  })
  return mailOf(
    {
      to,
      subject:
        tokens.length === 1 && tokens[0]
          ? `The old secret of the API token ${quotedName(tokens[0].name)} is still in use`
          : `The old secrets of ${tokens.length} API tokens in the workspace ${workspace} are still in use`,
      paragraphs: [
        ...described,
        ...countRest(tokens, 'old secret stops working', 'old secrets stop working'),
        "Requests that use an old secret will be refused after that. Use the new secret in every program. If you don't have the new secret, rotate the token again.",
      ],
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
