import type { Config } from '../../../config.ts'
import type { Mail } from '../../../gateways/mail/mail.ts'
import { inert, mailOf } from '../../../gateways/mail/mail-text.ts'

/** Sent to the new owner when staff create a production workspace. */
export function workspaceProvisionedMail(
  facts: { to: string; workspaceName: string },
  config: Pick<Config, 'PRODUCT_NAME' | 'SUPPORT_EMAIL' | 'PORTAL_URL'>,
): Mail {
  const workspace = `“${inert(facts.workspaceName)}”`
  return mailOf(
    {
      to: facts.to,
      subject: `Your workspace ${workspace} is ready`,
      paragraphs: [`Our staff created the workspace ${workspace} for you. You are its owner.`],
      action: { label: 'Open your workspaces', url: `${config.PORTAL_URL}/workspaces` },
    },
    config,
  )
}
