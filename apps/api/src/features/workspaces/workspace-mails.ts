/** What people are told by mail about their place in a workspace. What somebody typed is shown, and is never a link. */
import type { WorkspaceRole } from '@portal/contract/permissions'
import { roleLabels } from '@portal/contract/permissions'
import type { Config } from '../../config.ts'
import type { Mail } from '../../gateways/mail/mail.ts'
import { inert, mailOf } from '../../gateways/mail/mail-text.ts'

interface Named {
  email: string
  firstName: string | null
  lastName: string | null
}

type MailConfig = Pick<Config, 'PRODUCT_NAME' | 'SUPPORT_EMAIL' | 'PORTAL_URL'>

const quoted = (workspaceName: string) => `“${inert(workspaceName)}”`

function nameOf({ firstName, lastName, email }: Named): string {
  const name = [firstName, lastName].filter(Boolean).join(' ')
  return inert(name === '' ? email : `${name} (${email})`)
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const workspacesPage = (config: MailConfig) => ({
  label: 'Open your workspaces',
  url: `${config.PORTAL_URL}/workspaces`,
})

/** Where an invitation's link leads (RULES section 1). */
export const invitationUrl = (code: string, config: Pick<Config, 'PORTAL_URL'>) =>
  `${config.PORTAL_URL}/invitation/${code}`

export interface InvitationFacts {
  to: string
  invitedBy: Named
  workspaceName: string
  role: WorkspaceRole
  /** A code of this mail's own. */
  code: string
  expiresAt: Date
}

/** The same whether or not there is an account with the address (RULES section 6). */
export function invitationMail(facts: InvitationFacts, config: MailConfig): Mail {
  const workspace = quoted(facts.workspaceName)
  return mailOf(
    {
      to: facts.to,
      subject: `You are invited to the workspace ${workspace}`,
      paragraphs: [
        `${nameOf(facts.invitedBy)} invites you to the workspace ${workspace} as ${roleLabels[facts.role]}.`,
        `Sign in or sign up with this email address to accept. The invitation holds until ${day.format(facts.expiresAt)}.`,
        'If you do not know the sender, you need not do anything.',
      ],
      action: { label: 'See the invitation', url: invitationUrl(facts.code, config) },
    },
    config,
  )
}

export function roleChangedMail(
  facts: { to: string; workspaceName: string; role: WorkspaceRole; by: Named },
  config: MailConfig,
): Mail {
  const workspace = quoted(facts.workspaceName)
  return mailOf(
    {
      to: facts.to,
      subject: `Your role has changed in the workspace ${workspace}`,
      paragraphs: [
        `${nameOf(facts.by)} has made you ${roleLabels[facts.role]} of the workspace ${workspace}.`,
      ],
      action: workspacesPage(config),
    },
    config,
  )
}

export function removedMail(
  facts: { to: string; workspaceName: string; by: Named },
  config: MailConfig,
): Mail {
  const workspace = quoted(facts.workspaceName)
  return mailOf(
    {
      to: facts.to,
      subject: `You have been removed from the workspace ${workspace}`,
      paragraphs: [
        `${nameOf(facts.by)} has removed you from the workspace ${workspace}.`,
        'Your API tokens and sessions of this workspace have ended.',
      ],
    },
    config,
  )
}

export function ownershipOfferedMail(
  facts: { to: string; workspaceName: string; from: Named; expiresAt: Date },
  config: MailConfig,
): Mail {
  const workspace = quoted(facts.workspaceName)
  return mailOf(
    {
      to: facts.to,
      subject: `You are offered the workspace ${workspace}`,
      paragraphs: [
        `${nameOf(facts.from)} offers you the ownership of the workspace ${workspace}.`,
        `Accept or decline it on your workspaces page. The offer holds until ${day.format(facts.expiresAt)}.`,
      ],
      action: workspacesPage(config),
    },
    config,
  )
}

export function ownershipTakenMail(
  facts: { to: string; workspaceName: string; newOwner: Named },
  config: MailConfig,
): Mail {
  const workspace = quoted(facts.workspaceName)
  return mailOf(
    {
      to: facts.to,
      subject: `You have handed over the workspace ${workspace}`,
      paragraphs: [
        `${nameOf(facts.newOwner)} now owns the workspace ${workspace}. You are ${roleLabels.APPROVER} of it.`,
      ],
      action: workspacesPage(config),
    },
    config,
  )
}
