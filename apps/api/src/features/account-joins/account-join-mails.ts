import { restorableDays } from '@portal/contract/limits'
import { providerName } from '@portal/contract/sessions/provider-name'
import type { Mail } from '../../gateways/mail/mail.ts'
import { inert, type MailConfig, mailOf } from '../../gateways/mail/mail-text.ts'

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
