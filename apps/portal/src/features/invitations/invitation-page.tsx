import { ErrorMessage } from '@portal/ui/feedback/error-message'
import { Spinner } from '@portal/ui/feedback/spinner'
import { Icon } from '@portal/ui/text/icon'
import { useQuery } from '@tanstack/react-query'
import { useUser } from '../../lib/guard/session.ts'
import { NoticePage } from '../../lib/layout/notice-page.tsx'
import { errorTexts } from '../../lib/request/error-messages.ts'
import { WorkspacesButton } from '../workspaces/shared/workspaces-button.tsx'
import { invitationQuery } from './invitation-queries.ts'
import { OpenInvitation } from './open-invitation.tsx'
import { OtherAccount } from './other-account.tsx'

function EndedInvitation() {
  return (
    <NoticePage
      title="This invitation is no longer valid"
      tabTitle="Invitation"
      icon={<Icon name="mail" size="xl" className="text-content-subtle" />}
      actions={<WorkspacesButton>Go to workspaces</WorkspacesButton>}
    >
      <p>It was already answered, withdrawn or expired, or the link is incomplete.</p>
      <p>Ask the member who invited you to resend it. The new link is valid for 14 days.</p>
    </NoticePage>
  )
}

/** The target of the link in an invitation email. See docs/product/invitations.md#accepting. */
export function InvitationPage({ code }: { code: string }) {
  const user = useUser()
  const query = useQuery(invitationQuery(code, user))
  if (query.isPending) {
    return (
      <NoticePage title="Invitation">
        <Spinner label="Loading your invitation..." />
      </NoticePage>
    )
  }
  if (query.isError) {
    if (query.error.code === 'NotFound' || query.error.code === 'ValidationError') return <EndedInvitation />
    const { title, message, requestId } = errorTexts(query.error)
    return (
      <NoticePage title={title} tabTitle="Invitation">
        <ErrorMessage
          message={message}
          requestId={requestId}
          onRetry={() => void query.refetch()}
          className="text-left"
        />
      </NoticePage>
    )
  }
  const { invitation, emailHint } = query.data
  if (invitation) return <OpenInvitation invitation={invitation} />
  return <OtherAccount code={code} emailHint={emailHint} user={user} />
}
