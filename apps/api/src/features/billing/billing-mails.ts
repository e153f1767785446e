import type { Mail } from '../../gateways/mail/mail.ts'
import { type MailConfig, mailOf, workspacesAction } from '../../gateways/mail/mail-text.ts'

/** Sent when the account is suspended because an invoice stayed unpaid for too long. `reason` is the stored one. */
export function unpaidSuspensionMail(facts: { to: string; reason: string }, config: MailConfig): Mail {
  return mailOf(
    {
      to: facts.to,
      subject: `Your ${config.PRODUCT_NAME} account is paused`,
      paragraphs: [
        `Your account is paused pending payment or payment information. ${facts.reason}`,
        'While your account is paused, you can’t use it, and your API tokens are refused. It is reactivated automatically as soon as the invoice is paid.',
      ],
      action: { label: 'See how to reactivate your account', url: `${config.PORTAL_URL}/suspension-notice` },
      smallPrint: [`If you think this is a mistake, write to ${config.SUPPORT_EMAIL}.`],
    },
    config,
  )
}

/** Sent when the account is reactivated because every unpaid invoice has been paid. */
export function paidAgainMail(facts: { to: string; isQuarantined: boolean }, config: MailConfig): Mail {
  const account = `Your ${config.PRODUCT_NAME} account`
  const thanks = 'Thank you for your payment. Your account is no longer suspended.'
  if (facts.isQuarantined)
    return mailOf(
      {
        to: facts.to,
        subject: `${account} is no longer suspended but is still quarantined`,
        paragraphs: [
          thanks,
          'Your account is still paused for suspicious activity. While it is paused, you can’t use it, and your API tokens are refused.',
          `To have the quarantine reviewed, write to ${config.SUPPORT_EMAIL}.`,
        ],
      },
      config,
    )
  return mailOf(
    {
      to: facts.to,
      subject: `${account} is active again`,
      paragraphs: [`${thanks} You can use it again, and your API tokens work again.`],
      action: workspacesAction(config),
    },
    config,
  )
}
