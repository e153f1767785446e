/** What people are told by mail about what they owe. */
import type { Config } from '../../config.ts'
import type { Mail } from '../../gateways/mail/mail.ts'
import { mailOf } from '../../gateways/mail/mail-text.ts'

type MailConfig = Pick<Config, 'PRODUCT_NAME' | 'SUPPORT_EMAIL' | 'PORTAL_URL'>

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Sent when an invoice stayed unpaid for so long that the account is paused. */
export function unpaidSuspensionMail(facts: { to: string; since: Date }, config: MailConfig): Mail {
  return mailOf(
    {
      to: facts.to,
      subject: `Your ${config.PRODUCT_NAME} account is paused`,
      paragraphs: [
        `Your account is paused pending payment or payment information: an invoice has been unpaid since ${longDate.format(facts.since)}.`,
        'It opens again by itself as soon as the invoice is paid. Until then you cannot use it, and your API tokens are refused.',
        `If you think this is a mistake, write to ${config.SUPPORT_EMAIL}.`,
      ],
      action: { label: 'See how to go on', url: `${config.PORTAL_URL}/suspension-notice` },
    },
    config,
  )
}

/** Sent when what was owed is paid, and the account opens again by itself. */
export function paidAgainMail(facts: { to: string; isQuarantined: boolean }, config: MailConfig): Mail {
  const account = `Your ${config.PRODUCT_NAME} account`
  const paid = 'Thank you: what was owed has been paid, and the suspension of your account has ended.'
  if (facts.isQuarantined)
    return mailOf(
      {
        to: facts.to,
        subject: `${account}: the suspension has ended`,
        paragraphs: [
          paid,
          `It is still paused for suspicious activity. Write to ${config.SUPPORT_EMAIL} to have this cleared.`,
        ],
      },
      config,
    )
  return mailOf(
    {
      to: facts.to,
      subject: `${account} is open again`,
      paragraphs: [paid, 'Your API tokens work again.'],
      action: { label: 'Open your workspaces', url: `${config.PORTAL_URL}/workspaces` },
    },
    config,
  )
}
