import type { WorkspaceRole } from '@portal/contract/members/roles'
import { roleLabels } from '@portal/contract/members/roles'
import type { Config } from '../../config.ts'
import type { Mail } from '../../gateways/mail/mail.ts'
import {
  formatDay,
  type MailConfig,
  mailOf,
  type NamedUser,
  nameWithAddress,
  quotedName,
} from '../../gateways/mail/mail-text.ts'

/** The portal's page for the invitation that a code belongs to. */
export const invitationUrl = (code: string, config: Pick<Config, 'PORTAL_URL'>) =>
  `${config.PORTAL_URL}/invitation/${code}`

export interface InvitationFacts {
  to: string
  invitedBy: NamedUser
  workspaceName: string
  role: WorkspaceRole
  /** The code for this mail's link. Each mail has a different one. */
  code: string
  expiresAt: Date
}

/** The text is the same whether or not the address has an account. */
export function invitationMail(facts: InvitationFacts, config: MailConfig): Mail {
  const workspace = quotedName(facts.workspaceName)
  return mailOf(
    {
      to: facts.to,
      subject: `You’ve been invited to the workspace ${workspace}`,
      paragraphs: [
        `${nameWithAddress(facts.invitedBy)} invited you to join the workspace ${workspace} with the role ${roleLabels[facts.role]}.`,
        `To accept, sign in or sign up with this email address. The invitation expires on ${formatDay(facts.expiresAt)}.`,
      ],
      action: { label: 'View the invitation', url: invitationUrl(facts.code, config) },
      smallPrint: ['If you don’t know the sender, you can ignore this email.'],
    },
    config,
  )
}
