import { cliSignIns, localPortSchema, normalizeUserCode } from '@portal/contract/cli-sign-ins/cli-sign-ins'
import { siCliSessionDays } from '@portal/contract/limits'
import { messages } from '@portal/contract/messages'
import { Button } from '@portal/ui/buttons/button'
import { Form } from '@portal/ui/fields/form'
import { TextField } from '@portal/ui/fields/text-field'
import { useKeptState } from '@portal/ui/lib/input-keeper'
import { Icon } from '@portal/ui/text/icon'
import { useState } from 'react'
import * as z from 'zod/mini'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { useUser } from '../../lib/guard/session.ts'
import { NoticePage } from '../../lib/layout/notice-page.tsx'
import { Failure } from '../../lib/request/failure.tsx'
import { useSecretMutation } from '../../lib/request/use-api-mutation.ts'
import { WorkspacesButton } from '../workspaces/workspaces-button.tsx'
import { AccessSummary, CliSignInRequest } from './cli-sign-in-request.tsx'

const schema = z.object({
  code: z
    .string(messages.required)
    .check(
      z.refine((text) => normalizeUserCode(text).length === 8, 'Enter the 8 letters, such as BCDF-GHJK.'),
    ),
})

/** Asks for the code that the command line shows. */
function CodeForm({ onSubmit }: { onSubmit: (code: string) => void }) {
  return (
    <NoticePage
      title="Connect the command line"
      icon={<Icon name="terminal" size="xl" className="text-accent-text" />}
    >
      <p>Enter the code that your terminal shows. Never enter a code that someone sent you.</p>
      <Form
        schema={schema}
        onSubmit={async ({ code }) => onSubmit(normalizeUserCode(code))}
        aria-label="Connect the command line"
        className="mx-auto flex w-full max-w-72 flex-col gap-4 text-left"
      >
        <TextField
          name="code"
          label="Code"
          placeholder="XXXX-XXXX"
          isRequired
          isMonospace
          autoComplete="off"
        />
        <Button type="submit" tone="accent">
          Continue
        </Button>
      </Form>
    </NoticePage>
  )
}

const localTitle = 'Sign in to the si CLI'

function BadPort() {
  return (
    <NoticePage
      title="This link is incomplete"
      tabTitle={localTitle}
      icon={<Icon name="terminal" size="xl" className="text-content-subtle" />}
      actions={<WorkspacesButton>Go to workspaces</WorkspacesButton>}
    >
      <p>Run the sign-in command of the CLI again. It opens a new link.</p>
    </NoticePage>
  )
}

/** Approves the sign-in of the platform's CLI, which listens on a port on this computer. */
function LocalSignIn({ port }: { port: number }) {
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
        tabTitle={localTitle}
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
      tabTitle={localTitle}
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

interface DevicePageProps {
  /** The code from the link that the command line prints. */
  userCode?: string | undefined
  /** The port of a `si` CLI on this computer. */
  localPort?: number | undefined
}

/** Approves the sign-in of a command-line tool. See docs/product/command-line.md#approving. */
export function DevicePage({ userCode, localPort }: DevicePageProps) {
  // Kept, because approving may send the user to sign in again.
  const [code, setCode] = useKeptState<string | null>('device code', userCode ?? null)
  if (localPort !== undefined) return <LocalSignIn port={localPort} />
  if (code === null) return <CodeForm onSubmit={setCode} />
  return <CliSignInRequest key={code} userCode={code} onOtherCode={() => setCode(null)} />
}
