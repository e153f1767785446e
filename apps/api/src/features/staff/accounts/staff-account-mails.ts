/** Mails about accounts that staff restore, sessions that they end and tokens that they revoke. */
import type { Mail } from '../../../gateways/mail/mail.ts'
import { inert, type MailConfig, mailOf, workspacesAction } from '../../../gateways/mail/mail-text.ts'

interface AccountFacts {
  to: string
  reason: string | null
}

const reasonParagraphs = (reason: string | null) => (reason ? [`Reason: ${inert(reason)}`] : [])

export function sessionsEndedMail({ to, reason }: AccountFacts, config: MailConfig): Mail {
  return mailOf(
    {
      to,
      subject: `You have been signed out of ${config.PRODUCT_NAME} everywhere`,
      paragraphs: [
        'Our staff ended all sessions of your account: in browsers, in command-line tools and on instances.',
        ...reasonParagraphs(reason),
        `Sign in again to continue. Your API tokens still work. If you have questions, write to ${config.SUPPORT_EMAIL}.`,
      ],
      action: { label: 'Sign in', url: `${config.PORTAL_URL}/login` },
    },
    config,
  )
}

export function tokensRevokedMail({ to, reason }: AccountFacts, config: MailConfig): Mail {
  return mailOf(
    {
      to,
      subject: `Your ${config.PRODUCT_NAME} API tokens have been revoked`,
      paragraphs: [
        'Our staff revoked all your API tokens. Automation that uses them no longer works.',
        ...reasonParagraphs(reason),
        `Create new tokens to continue. Tokens of service accounts still work. If you have questions, write to ${config.SUPPORT_EMAIL}.`,
      ],
      action: workspacesAction(config),
    },
    config,
  )
}

/** Sent when staff restore a deleted account. */
export function accountRestoredMail(to: string, config: MailConfig): Mail {
  return mailOf(
    {
      to,
      subject: `Your ${config.PRODUCT_NAME} account has been restored`,
      paragraphs: [
        'Your account and the workspaces that were deleted with it have been restored.',
        'API tokens and sessions from before the deletion are not restored. To rejoin a workspace that you don’t own, ask its owner for a new invitation.',
      ],
      action: { label: 'Sign in', url: `${config.PORTAL_URL}/login` },
    },
    config,
  )
}

/** Sent to the previous and the new owner. See docs/product/account.md#is-it-yours. */
export function accountGivenBackMail({ to, reason }: AccountFacts, config: MailConfig): Mail {
  return mailOf(
    {
      to,
      subject: `Your ${config.PRODUCT_NAME} account has been given back`,
      paragraphs: [
        'Our staff restored the account with this email address as it was before another way to sign in took it over: its ways to sign in, profile, workspaces, people and tokens. All sessions have ended.',
        ...reasonParagraphs(reason),
        `Sign in the way you did before. If you have questions, write to ${config.SUPPORT_EMAIL}.`,
      ],
      action: { label: 'Sign in', url: `${config.PORTAL_URL}/login` },
    },
    config,
  )
}
