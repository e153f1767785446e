import type { Invitation } from '@portal/contract/invitations/invitations'
import { roleLabels } from '@portal/contract/members/roles'
import { Spinner } from '@portal/ui/feedback/spinner'
import { Icon } from '@portal/ui/text/icon'
import { Timestamp } from '@portal/ui/text/timestamp'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useUser } from '../../lib/guard/session.ts'
import { NoticeLoadError } from '../../lib/layout/notice-load-error.tsx'
import { NoticePage } from '../../lib/layout/notice-page.tsx'
import { Failure } from '../../lib/request/failure.tsx'
import { WorkspacesButton } from '../workspaces/workspaces-button.tsx'
import { invitationQuery } from './invitation-queries.ts'
import { inviterName, roleMeanings } from './invitation-words.ts'
import { OfferAnswers } from './offer-answers.tsx'
import { OtherAccount } from './other-account.tsx'
import { useAnswerInvitation } from './use-answer-invitation.ts'

function EndedInvitation() {
  return (
    <NoticePage
      title="This invitation is no longer valid"
      tabTitle="Invitation"
      icon={<Icon name="mail" size="xl" className="text-content-subtle" />}
      actions={<WorkspacesButton>Go to workspaces</WorkspacesButton>}
    >
      <p>It was already answered, withdrawn or expired, or the link is incomplete.</p>
      <p>
        If you accepted it, the workspace is in your list of workspaces. Otherwise, ask the member who invited
        you to resend the invitation. The new link is valid for 14 days.
      </p>
    </NoticePage>
  )
}

/** An invitation to the signed-in user, with buttons to accept and decline. */
function OpenInvitation({ invitation }: { invitation: Invitation }) {
  const navigate = useNavigate()
  const answers = useAnswerInvitation(invitation, () => void navigate({ to: '/workspaces' }))
  const { workspaceName, role, expiresAt } = invitation
  return (
    <NoticePage
      title={`Join ${workspaceName}`}
      tabTitle="Invitation"
      icon={<Icon name="mail" size="xl" className="text-accent-text" />}
      actions={<OfferAnswers {...answers} acceptText="Accept invitation" />}
    >
      <p>
        <bdi>{inviterName(invitation)}</bdi> invites you to collaborate on this workspace with the role{' '}
        <strong className="font-medium text-content">{roleLabels[role]}</strong>. {roleMeanings[role]}
      </p>
      <p className="text-sm">
        The invitation expires <Timestamp date={expiresAt} isRelative />.
      </p>
      <Failure error={answers.accept.error ?? answers.decline.error} className="text-left" />
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
    return <NoticeLoadError error={query.error} tabTitle="Invitation" onRetry={() => void query.refetch()} />
  }
  const { invitation, emailHint } = query.data
  if (invitation) return <OpenInvitation invitation={invitation} />
  return <OtherAccount code={code} emailHint={emailHint} user={user} />
}
