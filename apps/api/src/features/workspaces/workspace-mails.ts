import type { Mail } from '../../gateways/mail/mail.ts'
import { type MailConfig, mailOf, quotedName, workspacesAction } from '../../gateways/mail/mail-text.ts'

/** Sent to the owner who deleted a workspace. */
export function workspaceDeletedMail(
  facts: { to: string; workspaceName: string; restorableDays: number },
  config: MailConfig,
): Mail {
  const workspace = quotedName(facts.workspaceName)
  return mailOf(
    {
      to: facts.to,
      subject: `The workspace ${workspace} has been deleted`,
      paragraphs: [
        `You deleted the workspace ${workspace}. Members can't open it, and its API tokens no longer work.`,
        `You can restore it on your workspaces page for ${facts.restorableDays} days. If you did not delete it, restore it there and review your security settings.`,
      ],
      action: workspacesAction(config),
    },
    config,
  )
}
