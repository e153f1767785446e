import type { Config } from '../../config.ts'
import type { Mail } from '../../gateways/mail/mail.ts'
import { mailOf } from '../../gateways/mail/mail-text.ts'

export function accountDeletedMail(
  facts: { to: string; restorableDays: number },
  config: Pick<Config, 'PRODUCT_NAME' | 'SUPPORT_EMAIL'>,
): Mail {
  return mailOf(
    {
      to: facts.to,
      subject: `Your ${config.PRODUCT_NAME} account has been deleted`,
      paragraphs: [
        'Your account and every workspace where you were the only member have been deleted. You are no longer a member of any other workspace, and the open invitations that you sent have been withdrawn.',
        'You have been signed out everywhere, and your API tokens no longer work.',
        `If you did not delete your account, or you want it back, write to ${config.SUPPORT_EMAIL} within ${facts.restorableDays} days. After ${facts.restorableDays} days it can’t be restored.`,
      ],
    },
    config,
  )
}
