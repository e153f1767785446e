import type { User } from '@portal/contract/account/account'
import { Button } from '@portal/ui/buttons/button'
import { LinkButton } from '@portal/ui/buttons/link-button'
import { Icon } from '@portal/ui/text/icon'
import { useNavigate } from '@tanstack/react-router'
import { beginAccountSwitch } from '../../lib/guard/account-switch.ts'
import { NoticePage } from '../../lib/layout/notice-page.tsx'

interface OtherAccountProps {
  code: string
  emailHint: string
  user: User
}

/**
 * Shown if the invitation is for another email, or if the user's email is not verified. The invitation stays open while the
 * user switches accounts.
 */
export function OtherAccount({ code, emailHint, user }: OtherAccountProps) {
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
