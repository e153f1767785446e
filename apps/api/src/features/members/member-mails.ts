import type { WorkspaceRole } from '@portal/contract/members/roles'
import { roleLabels } from '@portal/contract/members/roles'
import type { Mail } from '../../gateways/mail/mail.ts'
import {
  type MailConfig,
  mailOf,
  type NamedUser,
  nameWithAddress,
  quotedName,
  workspacesAction,
} from '../../gateways/mail/mail-text.ts'

/** Sent to a member whose role the owner has changed. `by` is missing when one mail reports several changes. */
export function roleChangedMail(
  facts: { to: string; workspaceName: string; role: WorkspaceRole; by?: NamedUser },
  config: MailConfig,
): Mail {
  const workspace = quotedName(facts.workspaceName)
  const role = roleLabels[facts.role]
  return mailOf(
    {
      to: facts.to,
      subject: `Your role in the workspace ${workspace} has changed`,
      paragraphs: [
        facts.by
          ? `${nameWithAddress(facts.by)} changed your role in the workspace ${workspace} to ${role}.`
          : `Your role in the workspace ${workspace} is now ${role}.`,
      ],
      action: workspacesAction(config),
    },
    config,
  )
}

/** Sent to a member whom an owner or approver has removed. */
export function removedMail(
  facts: { to: string; workspaceName: string; by: NamedUser },
  config: MailConfig,
): Mail {
  const workspace = quotedName(facts.workspaceName)
  return mailOf(
    {
      to: facts.to,
      subject: `You’ve been removed from the workspace ${workspace}`,
      paragraphs: [
        `${nameWithAddress(facts.by)} removed you from the workspace ${workspace}.`,
        'You can no longer open it, and your API tokens and sessions for it no longer work.',
      ],
    },
    config,
  )
}
