import type { User } from '@portal/contract/account/account'
import type { Invitation } from '@portal/contract/invitations/invitations'
import { roleLabels, type WorkspaceRole } from '@portal/contract/members/roles'
import { Button } from '@portal/ui/buttons/button'
import { LinkButton } from '@portal/ui/buttons/link-button'
import { Spinner } from '@portal/ui/feedback/spinner'
import { Icon } from '@portal/ui/text/icon'
import { Timestamp } from '@portal/ui/text/timestamp'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { beginAccountSwitch } from '../../lib/guard/after-logout.ts'
import { useUser } from '../../lib/guard/session.ts'
import { NoticeLoadError } from '../../lib/layout/notice-load-error.tsx'
import { NoticePage } from '../../lib/layout/notice-page.tsx'
import { Failure } from '../../lib/request/failure.tsx'
import { WorkspacesButton } from '../workspaces/workspaces-button.tsx'
import { invitationQuery } from './invitation-queries.ts'
import { OfferAnswers } from './offer-card.tsx'
import { inviterName, useAnswerInvitation } from './use-answer-invitation.ts'

/** What each role can do, in one sentence. */
const roleMeanings: Record<WorkspaceRole, string> = {
  OWNER: 'Owners can manage everything in the workspace.',
  APPROVER: 'Approvers can open the workspace, create their own API tokens, and add and remove members.',
  EDITOR: 'Collaborators can open the workspace and create their own API tokens.',
}

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

interface OtherAccountProps {
  code: string
  emailHint: string
  user: User
}

/**
 * Shown if the invitation is for another email, or if the user's email is not verified. The invitation stays open while the
 * user switches accounts.
 */
function OtherAccount({ code, emailHint, user }: OtherAccountProps) {
  const navigate = useNavigate()
  async function switchAccount() {
    beginAccountSwitch(`/invitation/${encodeURIComponent(code)}`)
    await navigate({ to: '/logout' })
  }
  const hint = <strong className="font-medium text-content">{emailHint}</strong>
  const own = <strong className="font-medium text-content wrap-anywhere">{user.email}</strong>

  return (
    <NoticePage
      title={
        user.emailVerified ? 'This invitation is for another account' : 'Verify your email address first'
      }
      tabTitle="Invitation"
      icon={<Icon name="mail" size="xl" className="text-content-subtle" />}
      actions={
        <>
          {user.emailVerified && <LinkButton href="/workspaces">Go to workspaces</LinkButton>}
          <Button
            tone={user.emailVerified ? 'accent' : 'neutral'}
            icon="log-out"
            onPress={() => void switchAccount()}
          >
            Sign out and switch account
          </Button>
        </>
      }
    >
      {user.emailVerified ? (
        <>
          <p>
            This invitation is for {hint}. You are signed in as {own}.
          </p>
          <p>Sign in with the invited address to answer it. The invitation stays open in the meantime.</p>
        </>
      ) : (
        <>
          <p>
            This invitation is for {hint}. You are signed in as {own}, which is not verified yet.
          </p>
          <p>
            Open the link in the email we sent you, then choose “Already verified?” above. If the invitation
            is for your address, it appears here.
          </p>
        </>
      )}
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
