import type { Invitation } from '@portal/contract/invitations'
import { roleLabels } from '@portal/contract/permissions'
import { Button } from '@portal/ui/button'
import { ErrorMessage } from '@portal/ui/error-message'
import { Icon } from '@portal/ui/icon'
import { Timestamp } from '@portal/ui/timestamp'
import { useNavigate } from '@tanstack/react-router'
import { errorTitle } from '../../lib/error-messages.ts'
import { NoticePage } from '../../lib/notice-page.tsx'
import { inviterName, roleMeanings } from './invitation-words.ts'
import { useAnswerInvitation } from './use-answer-invitation.ts'

/** An invitation to the right person: who invites, to what, as what, and both answers. */
export function OpenInvitation({ invitation }: { invitation: Invitation }) {
  const { accept, decline, answerYes, answerNo } = useAnswerInvitation(invitation)
  const navigate = useNavigate()
  const { workspaceName, role, expiresAt } = invitation
  const refused = [accept, decline].find(({ status }) => status.isError)
  const leaveAfter = async (answer: Promise<boolean>) => {
    if (await answer) await navigate({ to: '/workspaces' })
  }

  return (
    <NoticePage
      title={`Join ${workspaceName}`}
      tabTitle="Invitation"
      icon={<Icon name="mail" size="xl" className="text-accent-text" />}
      actions={
        <>
          <Button
            onPress={() => void leaveAfter(answerNo())}
            requestStatus={decline.status}
            isDisabled={accept.status.isPending}
          >
            Decline
          </Button>
          <Button
            tone="accent"
            onPress={() => void leaveAfter(answerYes())}
            requestStatus={accept.status}
            isDisabled={decline.status.isPending}
          >
            Accept invitation
          </Button>
        </>
      }
    >
      <p>
        {inviterName(invitation)} invites you to collaborate on this workspace as{' '}
        <strong className="font-medium text-content">{roleLabels[role]}</strong>. {roleMeanings[role]}
      </p>
      <p className="text-sm">
        The invitation expires <Timestamp date={expiresAt} isRelative />.
      </p>
      {refused && (
        <ErrorMessage title={errorTitle(refused.error)} status={refused.status} className="text-left" />
      )}
    </NoticePage>
  )
}
