import type { Mail } from '../../gateways/mail/mail.ts'
import { formatDay, type MailConfig, mailOf, quotedName } from '../../gateways/mail/mail-text.ts'

interface DueReview {
  to: string
  workspaceId: string
  workspaceName: string
  dueAt: Date
  /** The last sign-off. Null if there was none. */
  signedOffAt: Date | null
}

/** Sent to the owner and the approvers of a workspace when its access review is due. */
export function reviewDueMail(review: DueReview, config: MailConfig): Mail {
  const workspace = quotedName(review.workspaceName)
  const last = review.signedOffAt
    ? `It was last signed off on ${formatDay(review.signedOffAt)}.`
    : 'It has never been signed off.'
  return mailOf(
    {
      to: review.to,
      subject: `Review who can act in the workspace ${workspace}`,
      paragraphs: [
        `The access review of the workspace ${workspace} was due on ${formatDay(review.dueAt)}. ${last}`,
        'Check the members, invitations, service accounts, API tokens, trust rules and webhooks. Remove what the workspace no longer needs, then sign off the review.',
      ],
      action: {
        label: 'Review access',
        url: `${config.PORTAL_URL}/workspace/${review.workspaceId}/access-review`,
      },
      smallPrint: [
        'You get this email because you are the owner or an approver of the workspace. The owner can turn the reminder off in the access review.',
      ],
    },
    config,
  )
}
