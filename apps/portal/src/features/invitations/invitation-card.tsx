import type { Invitation } from '@portal/contract/invitations'
import { roleLabels } from '@portal/contract/permissions'
import { Button } from '@portal/ui/button'
import { Card } from '@portal/ui/card'
import { ErrorMessage } from '@portal/ui/error-message'
import { Icon } from '@portal/ui/icon'
import { Pill } from '@portal/ui/pill'
import { Timestamp } from '@portal/ui/timestamp'
import { errorTitle } from '../../lib/error-messages.ts'
import { inviterName } from './invitation-words.ts'
import { useAnswerInvitation } from './use-answer-invitation.ts'

/** One invitation above the list of workspaces, with both answers. */
export function InvitationCard({ invitation }: { invitation: Invitation }) {
  const { accept, decline, answerYes, answerNo } = useAnswerInvitation(invitation)
  const { workspaceName, role } = invitation
  const refused = [accept, decline].find(({ status }) => status.isError)
  return (
    <Card padding="sm">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Icon name="mail" size="md" className="text-accent-text" />
        <div className="min-w-0 flex-1 basis-80">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            <span className="min-w-0 wrap-anywhere">
              {inviterName(invitation)} invites you to {workspaceName}
            </span>
            <Pill>{roleLabels[role]}</Pill>
          </p>
          <p className="text-content-muted text-sm">
            Sent <Timestamp date={invitation.sentAt} isRelative />, expires{' '}
            <Timestamp date={invitation.expiresAt} isRelative />
          </p>
        </div>
        <div className="flex items-center gap-2">
          <Button
            size="sm"
            aria-label={`Decline the invitation to ${workspaceName}`}
            onPress={() => void answerNo()}
            requestStatus={decline.status}
            isDisabled={accept.status.isPending}
          >
            Decline
          </Button>
          <Button
            size="sm"
            tone="accent"
            aria-label={`Accept the invitation to ${workspaceName}`}
            onPress={() => void answerYes()}
            requestStatus={accept.status}
            isDisabled={decline.status.isPending}
          >
            Accept
          </Button>
        </div>
      </div>
      {refused && <ErrorMessage title={errorTitle(refused.error)} status={refused.status} className="mt-3" />}
    </Card>
  )
}
