import { cliSignIns, localPortSchema } from '@portal/contract/cli-sign-ins/cli-sign-ins'
import { siCliSessionDays } from '@portal/contract/limits'
import { Button } from '@portal/ui/buttons/button'
import { Icon } from '@portal/ui/text/icon'
import { useState } from 'react'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { useUser } from '../../lib/guard/session.ts'
import { NoticePage } from '../../lib/layout/notice-page.tsx'
import { Failure } from '../../lib/request/failure.tsx'
import { useSecretMutation } from '../../lib/request/use-api-mutation.ts'
import { WorkspacesButton } from '../workspaces/workspaces-button.tsx'
import { AccessSummary } from './access-summary.tsx'

const pageTitle = 'Sign in to the si CLI'

function BadPort() {
  return (
    <NoticePage
      title="This link is incomplete"
      tabTitle={pageTitle}
      icon={<Icon name="terminal" size="xl" className="text-content-subtle" />}
      actions={<WorkspacesButton>Go to workspaces</WorkspacesButton>}
    >
      <p>Run the sign-in command of the CLI again. It opens a new link.</p>
    </NoticePage>
  )
}

/** Approves the sign-in of the platform's CLI, which listens on a port on this computer. */
export function LocalSignIn({ port }: { port: number }) {
  const user = useUser()
  const approve = useSecretMutation(cliSignIns.approveLocal, ({ redirectTo }) =>
    browserNavigation.replace(redirectTo),
  )
  const [isDenied, setIsDenied] = useState(false)
  if (!localPortSchema.safeParse(port).success) return <BadPort />
  if (isDenied) {
    return (
      <NoticePage
        title="Sign-in denied"
        tabTitle={pageTitle}
        icon={<Icon name="x-circle" size="xl" className="text-content-subtle" />}
        actions={<WorkspacesButton>Go to workspaces</WorkspacesButton>}
      >
        <p>The CLI was not signed in. You can close this page.</p>
      </NoticePage>
    )
  }

  return (
    <NoticePage
      title="Sign in to the si CLI?"
      tabTitle={pageTitle}
      icon={<Icon name="terminal" size="xl" className="text-accent-text" />}
      actions={
        <>
          <Button onPress={() => setIsDenied(true)}>Deny</Button>
          <Button tone="accent" requestStatus={approve} onPress={() => approve.mutate({ body: { port } })}>
            Approve
          </Button>
        </>
      }
    >
      <p>
        A CLI that listens on port {port} on this computer wants to sign in as{' '}
        <strong className="font-medium text-content">{user.email}</strong>. Approve only if you just started
        it.
      </p>
      <p>
        The sign-in lasts {siCliSessionDays} days. The CLI can create API tokens that manage your workspaces
        for up to {siCliSessionDays} days each, without asking you to sign in again.
      </p>
      <AccessSummary />
      <Failure error={approve.error} />
    </NoticePage>
  )
}
