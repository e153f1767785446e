import type { Mail } from '../../gateways/mail/mail.ts'
import { type MailConfig, quotedName } from '../../gateways/mail/mail-names.ts'
import { inert, mailOf } from '../../gateways/mail/mail-text.ts'

const dayMs = 86_400_000
const instant = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

export interface ExpiryFacts {
  to: string
  name: string
  workspaceId: string
  workspaceName: string
  creatorEmail: string
  expiresAt: Date
  now: Date
}

/** Rounds up to whole days: a token that expires in 20 hours expires "in 1 day". */
function inDays({ expiresAt, now }: ExpiryFacts): string {
  const days = Math.max(1, Math.ceil((expiresAt.getTime() - now.getTime()) / dayMs))
  return days === 1 ? 'in 1 day' : `in ${days} days`
}

/** Sent to the creator of a token and to the workspace's owner before the token expires. */
export function tokenExpiryMail(facts: ExpiryFacts, config: MailConfig): Mail {
  const name = quotedName(facts.name)
  const workspace = quotedName(facts.workspaceName)
  const creator = inert(facts.creatorEmail)
  const expiry = `${instant.format(facts.expiresAt)} UTC`
  return mailOf(
    {
      to: facts.to,
      subject: `The API token ${name} expires ${inDays(facts)}`,
      paragraphs: [
        `The API token ${name} in the workspace ${workspace}, created by ${creator}, expires ${inDays(facts)}, on ${expiry}.`,
        'Requests that use the token will be refused after that. Rotate the token before it expires: the old secret keeps working while you replace it.',
      ],
      action: {
        label: 'View API tokens',
        url: `${config.PORTAL_URL}/workspace/${facts.workspaceId}/tokens`,
      },
    },
    config,
  )
}
