/** What people are told by mail about API tokens. What somebody typed is shown, and is never a link. */
import type { Config } from '../../config.ts'
import type { Mail } from '../../gateways/mail/mail.ts'
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

/** Days that are begun count as whole: what ends in 20 hours ends in 1 day. */
function inDays({ expiresAt, now }: ExpiryFacts): string {
  const days = Math.max(1, Math.ceil((expiresAt.getTime() - now.getTime()) / dayMs))
  return days === 1 ? 'in 1 day' : `in ${days} days`
}

export function tokenExpiryMail(
  facts: ExpiryFacts,
  config: Pick<Config, 'PRODUCT_NAME' | 'SUPPORT_EMAIL' | 'PORTAL_URL'>,
): Mail {
  const name = `“${inert(facts.name)}”`
  const workspace = `“${inert(facts.workspaceName)}”`
  return mailOf(
    {
      to: facts.to,
      subject: `The API token ${name} expires ${inDays(facts)}`,
      paragraphs: [
        `The API token ${name} of the workspace ${workspace}, made by ${inert(facts.creatorEmail)}, expires ${inDays(facts)}: on ${instant.format(facts.expiresAt)} UTC.`,
        'What still uses it then will be refused. Make a new token in time, and put it in place of this one.',
      ],
      action: {
        label: 'See the API tokens',
        url: `${config.PORTAL_URL}/workspace/${facts.workspaceId}/tokens`,
      },
    },
    config,
  )
}
