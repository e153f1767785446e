import type { Mail } from '../../gateways/mail/mail.ts'
import { formatDay, inert, type MailConfig, mailOf, quotedName } from '../../gateways/mail/mail-text.ts'

interface WebhookFacts {
  to: string
  workspaceId: string
  workspaceName: string
  url: string
  failingSince: Date
}

const openWebhooks = (workspaceId: string, config: MailConfig) => ({
  label: 'Open webhooks',
  url: `${config.PORTAL_URL}/workspace/${workspaceId}/webhooks`,
})
const smallPrint = ['You get this email because you own the workspace or created the webhook.']

/** Sent after a webhook has failed for a day. */
export function webhookFailingMail(facts: WebhookFacts, config: MailConfig): Mail {
  return mailOf(
    {
      to: facts.to,
      subject: `A webhook of the workspace ${quotedName(facts.workspaceName)} is failing`,
      paragraphs: [
        `Since ${formatDay(facts.failingSince)}, no event has been delivered to ${inert(facts.url)}.`,
        'Check the deliveries to see the answers of the server. After five days without a success, the webhook is disabled.',
      ],
      action: openWebhooks(facts.workspaceId, config),
      smallPrint,
    },
    config,
  )
}

/** Sent when a webhook was disabled automatically. */
export function webhookDisabledMail(
  facts: WebhookFacts & { reason: 'gone' | 'failing' },
  config: MailConfig,
): Mail {
  const why =
    facts.reason === 'gone'
      ? 'The server answered 410, which means that the URL is gone for good.'
      : `No event has been delivered since ${formatDay(facts.failingSince)}.`
  return mailOf(
    {
      to: facts.to,
      subject: `A webhook of the workspace ${quotedName(facts.workspaceName)} was disabled`,
      paragraphs: [
        `The webhook to ${inert(facts.url)} no longer receives events. ${why}`,
        'Once the server works again, enable the webhook. You can then resend the events of the last 30 days, or read them with the API.',
      ],
      action: openWebhooks(facts.workspaceId, config),
      smallPrint,
    },
    config,
  )
}
