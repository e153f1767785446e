import { roleLabels } from '@portal/contract/members/roles'
import type { Mail } from '../../gateways/mail/mail.ts'
import {
  formatDay,
  type MailConfig,
  mailOf,
  type NamedUser,
  nameWithAddress,
  quotedName,
  workspacesAction,
} from '../../gateways/mail/mail-text.ts'

/** Sent to the member to whom the owner offers the workspace. */
export function ownershipOfferedMail(
  facts: { to: string; workspaceName: string; from: NamedUser; expiresAt: Date },
  config: MailConfig,
): Mail {
  const workspace = quotedName(facts.workspaceName)
  return mailOf(
    {
      to: facts.to,
      subject: `You’ve been offered ownership of the workspace ${workspace}`,
      paragraphs: [
        `${nameWithAddress(facts.from)} wants to make you the owner of the workspace ${workspace}.`,
        `You can accept or decline the offer on your workspaces page. The offer expires on ${formatDay(facts.expiresAt)}.`,
      ],
      action: workspacesAction(config),
    },
    config,
  )
}

/** Sent to the former owner when the member has accepted. */
export function ownershipTakenMail(
  facts: { to: string; workspaceName: string; newOwner: NamedUser },
  config: MailConfig,
): Mail {
  const workspace = quotedName(facts.workspaceName)
  return mailOf(
    {
      to: facts.to,
      subject: `You no longer own the workspace ${workspace}`,
      paragraphs: [
        `${nameWithAddress(facts.newOwner)} accepted your offer and now owns the workspace ${workspace}.`,
        `You are still a member. Your role is now ${roleLabels.APPROVER}.`,
      ],
      action: workspacesAction(config),
    },
    config,
  )
}
