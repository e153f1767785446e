import type { Config } from '../../../config.ts'
import type { Mail } from '../../../gateways/mail/mail.ts'
import { mailOf } from '../../../gateways/mail/mail-text.ts'

/** Sent when staff restore a deleted account. */
export function accountRestoredMail(
  to: string,
  config: Pick<Config, 'PRODUCT_NAME' | 'SUPPORT_EMAIL' | 'PORTAL_URL'>,
): Mail {
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
