import type { Invitation } from '@portal/contract/invitations'
import { roleLabels } from '@portal/contract/permissions'
import { Icon } from '@portal/ui/text/icon'
import { Timestamp } from '@portal/ui/text/timestamp'
import { useNavigate } from '@tanstack/react-router'
import { NoticePage } from '../../lib/layout/notice-page.tsx'
import { inviterName, roleMeanings } from './invitation-words.ts'
import { AnswerRefusal, OfferAnswers } from './shared/offer-answers.tsx'
import { useAnswerInvitation } from './use-answer-invitation.ts'

/** An invitation to the signed-in user, with buttons to accept and decline. */
export function OpenInvitation({ invitation }: { invitation: Invitation }) {
  const { accept, decline, acceptInvitation, declineInvitation } = useAnswerInvitation(invitation)
  const navigate = useNavigate()
  const { workspaceName, role, expiresAt } = invitation
  const leaveAfter = async (answer: Promise<boolean>) => {
    if (await answer) await navigate({ to: '/workspaces' })
  }
  const yes = { ...accept, give: () => void leaveAfter(acceptInvitation()) }
  const no = { ...decline, give: () => void leaveAfter(declineInvitation()) }

  return (
    <NoticePage
      title={`Join ${workspaceName}`}
      tabTitle="Invitation"
      icon={<Icon name="mail" size="xl" className="text-accent-text" />}
      actions={<OfferAnswers accept={yes} decline={no} acceptText="Accept invitation" />}
    >
      <p>
        {inviterName(invitation)} invites you to collaborate on this workspace as{' '}
        <strong className="font-medium text-content">{roleLabels[role]}</strong>. {roleMeanings[role]}
      </p>
      <p className="text-sm">
        The invitation expires <Timestamp date={expiresAt} isRelative />.
      </p>
      <AnswerRefusal answers={[yes, no]} className="text-left" />
    </NoticePage>
  )
}
