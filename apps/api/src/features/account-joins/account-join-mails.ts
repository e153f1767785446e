import { restorableDays } from '@portal/contract/limits'
import { providerName } from '@portal/contract/provider-name'
import type { Mail } from '../../gateways/mail/mail.ts'
import type { MailConfig } from '../../gateways/mail/mail-names.ts'
import { inert, mailOf } from '../../gateways/mail/mail-text.ts'

/** Sent when the owner of an address says that another person opened the account. */
export function accountHandedOverMail(
  { to, subject }: { to: string; subject: string },
  config: MailConfig,
): Mail {
  const provider = inert(providerName(subject))
  return mailOf(
    {
      to,
      subject: `Your ${config.PRODUCT_NAME} account starts over`,
      paragraphs: [
        `You signed in with ${provider} and said that another person opened the account with your email address. Its sessions, tokens and other ways to sign in have ended, and its profile is cleared.`,
        'Workspaces with other members stay. The others are deleted.',
        `If you did not say this, write to ${config.SUPPORT_EMAIL}. Our staff can undo it for ${restorableDays} days.`,
      ],
      action: { label: 'Review your security settings', url: `${config.PORTAL_URL}/profile/security` },
    },
    config,
  )
}

/** Sent when staff give an account back. */
export function accountGivenBackMail(
  { to, reason }: { to: string; reason: string | null },
  config: MailConfig,
): Mail {
  return mailOf(
    {
      to,
      subject: `Your ${config.PRODUCT_NAME} account has been given back`,
      paragraphs: [
        'Our staff restored the account with this email address as it was before another way to sign in took it over: its ways to sign in, profile, workspaces, people and tokens. All sessions have ended.',
        ...(reason ? [`Reason: ${inert(reason)}`] : []),
        `Sign in the way you did before. If you have questions, write to ${config.SUPPORT_EMAIL}.`,
      ],
      action: { label: 'Sign in', url: `${config.PORTAL_URL}/login` },
    },
    config,
  )
}
