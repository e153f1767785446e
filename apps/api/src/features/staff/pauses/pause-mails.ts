/** What owners are told by mail of what staff did to a workspace of theirs. */
import type { Config } from '../../../config.ts'
import type { Mail } from '../../../gateways/mail/mail.ts'
import { inert, mailOf } from '../../../gateways/mail/mail-text.ts'
import { type PauseTerms, termParagraphs } from '../../account/account-mails.ts'

type MailConfig = Pick<Config, 'PRODUCT_NAME' | 'SUPPORT_EMAIL' | 'PORTAL_URL'>

const quoted = (workspaceName: string) => `“${inert(workspaceName)}”`
const workspacesPage = (config: MailConfig) => ({
  label: 'Open your workspaces',
  url: `${config.PORTAL_URL}/workspaces`,
})

export interface WorkspacePauseFacts extends PauseTerms {
  to: string
  workspaceName: string
  isPaused: boolean
}

/** Sent when the pause of a workspace begins and when it ends. */
export function workspacePausedMail(facts: WorkspacePauseFacts, config: MailConfig): Mail {
  const workspace = `Your workspace ${quoted(facts.workspaceName)}`
  if (!facts.isPaused)
    return mailOf(
      {
        to: facts.to,
        subject: `${workspace} is open again`,
        paragraphs: ['The quarantine of the workspace has ended.', 'Its API tokens work again.'],
        action: workspacesPage(config),
      },
      config,
    )
  return mailOf(
    {
      to: facts.to,
      subject: `${workspace} is quarantined`,
      paragraphs: [
        'The workspace is paused for suspicious activity.',
        ...termParagraphs(facts),
        `Write to ${config.SUPPORT_EMAIL} to have this cleared. Until then nobody can open it, and its API tokens are refused.`,
      ],
    },
    config,
  )
}

/** Sent when staff have made a production workspace for somebody (RULES section 9). */
export function workspaceProvisionedMail(
  facts: { to: string; workspaceName: string },
  config: MailConfig,
): Mail {
  const workspace = quoted(facts.workspaceName)
  return mailOf(
    {
      to: facts.to,
      subject: `Your workspace ${workspace} is ready`,
      paragraphs: [`We have made the workspace ${workspace} for you. You are its owner.`],
      action: workspacesPage(config),
    },
    config,
  )
}
