import { providerName } from '@portal/contract/sessions/provider-name'
import type { Mail } from '../../gateways/mail/mail.ts'
import { inert, type MailConfig, mailOf } from '../../gateways/mail/mail-text.ts'

type Recipient = { to: string }

/** The button that leads to the Security section. */
const securityAction = (config: MailConfig) => ({
  label: 'Review your security settings',
  url: `${config.PORTAL_URL}/profile/security`,
})

/** Sent when another identity with the address of the account signs in for the first time. */
export function identityLinkedMail(
  { to, subject }: Recipient & { subject: string },
  config: MailConfig,
): Mail {
  const provider = inert(providerName(subject))
  return mailOf(
    {
      to,
      subject: `New way to sign in to your ${config.PRODUCT_NAME} account`,
      paragraphs: [
        `You can now sign in to your account with ${provider}. It uses the same verified email address as your account.`,
        'If you did not add it, remove it in the Security section of your account, and sign out all other sessions.',
      ],
      action: securityAction(config),
    },
    config,
  )
}

/** Sent when an identity that was used before its address was verified waits for approval. */
export function identityWaitingMail(
  { to, subject }: Recipient & { subject: string },
  config: MailConfig,
): Mail {
  const provider = inert(providerName(subject))
  return mailOf(
    {
      to,
      subject: `Approve a new way to sign in to your ${config.PRODUCT_NAME} account`,
      paragraphs: [
        `A new sign-in with ${provider} uses your email address. It can't open your account until you approve it.`,
        'If it was you, sign in the way you usually do and approve it in the Security section of your account.',
        'If it was not you, remove it there. Your account has not been opened.',
      ],
      action: securityAction(config),
    },
    config,
  )
}

/** Sent when a user removes a way to sign in. */
export function identityRemovedMail(
  { to, subject }: Recipient & { subject: string },
  config: MailConfig,
): Mail {
  const provider = inert(providerName(subject))
  return mailOf(
    {
      to,
      subject: `Way to sign in removed from your ${config.PRODUCT_NAME} account`,
      paragraphs: [
        `You can no longer sign in to your account with ${provider}, and the sessions that were signed in with it have ended.`,
        'If you did not remove it, sign out all other sessions in the Security section of your account.',
      ],
      action: securityAction(config),
    },
    config,
  )
}

/** Sent to the old and to the new address of an account. */
export function addressChangedMail(
  facts: { recipient: string; from: string; to: string },
  config: MailConfig,
): Mail {
  return mailOf(
    {
      to: facts.recipient,
      subject: `The email address of your ${config.PRODUCT_NAME} account has changed`,
      paragraphs: [
        `The email address of your account was ${inert(facts.from)} and is now ${inert(facts.to)}. All messages go to the new address.`,
        `If you did not change it, write to ${config.SUPPORT_EMAIL} immediately.`,
      ],
      action: securityAction(config),
    },
    config,
  )
}

const instant = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** Sent when a user signs in from a browser that has not signed in to the account before. */
export function newDeviceMail(
  facts: { to: string; device: string; ipAddress: string; at: Date },
  config: MailConfig,
): Mail {
  return mailOf(
    {
      to: facts.to,
      subject: `New sign-in to your ${config.PRODUCT_NAME} account`,
      paragraphs: [
        `Your account was opened in a browser that it has not been used in before: ${inert(facts.device)}, on ${instant.format(facts.at)} UTC, from the IP address ${inert(facts.ipAddress)}.`,
        'If it was you, you don’t need to do anything. If it was not you, sign out this session in the Security section of your account, and change your password.',
      ],
      action: securityAction(config),
    },
    config,
  )
}

/** Sent when a user approves the sign-in of a command-line tool. */
export function newToolMail(
  facts: { to: string; tool: string; ipAddress: string | null; at: Date },
  config: MailConfig,
): Mail {
  const from = facts.ipAddress === null ? '' : `, from the IP address ${inert(facts.ipAddress)}`
  return mailOf(
    {
      to: facts.to,
      subject: `New command-line sign-in to your ${config.PRODUCT_NAME} account`,
      paragraphs: [
        `The sign-in of a command-line tool to your account was approved: ${inert(facts.tool)}, on ${instant.format(facts.at)} UTC${from}.`,
        'If it was you, you don’t need to do anything. If it was not you, sign out this session and all others in the Security section of your account, and change your password.',
      ],
      action: securityAction(config),
    },
    config,
  )
}
