import { type CliSignIn, cliSignIns } from '@portal/contract/cli-sign-ins/cli-sign-ins'
import { Button } from '@portal/ui/buttons/button'
import { Spinner } from '@portal/ui/feedback/spinner'
import { StatusBox } from '@portal/ui/feedback/status-box'
import { Icon } from '@portal/ui/text/icon'
import { Timestamp } from '@portal/ui/text/timestamp'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useUser } from '../../lib/guard/session.ts'
import { NoticeLoadError } from '../../lib/layout/notice-load-error.tsx'
import { NoticePage } from '../../lib/layout/notice-page.tsx'
import { apiQuery } from '../../lib/request/api-query.ts'
import { Failure } from '../../lib/request/failure.tsx'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { WorkspacesButton } from '../workspaces/workspaces-button.tsx'

/** The pending sign-in for a code. Never cached, because its state changes outside this browser. */
function cliSignInQuery(userCode: string) {
  const query = apiQuery(
    cliSignIns.read,
    { params: { userCode } },
    { expectedErrors: ['NotFound', 'ValidationError'] },
  )
  return queryOptions({ ...query, gcTime: 0, retry: false })
}

type Answer = 'approved' | 'denied'

const pageTitle = 'Connect the command line'

function UnknownCode({ onOtherCode }: { onOtherCode: () => void }) {
  return (
    <NoticePage
      title="This code doesn't work"
      tabTitle={pageTitle}
      icon={<Icon name="terminal" size="xl" className="text-content-subtle" />}
      actions={<Button onPress={onOtherCode}>Enter another code</Button>}
    >
      <p>It has a typing mistake, was already used, or is more than 10 minutes old.</p>
      <p>Check the code in your terminal, or run the sign-in command again to get a new one.</p>
    </NoticePage>
  )
}

function Answered({ answer }: { answer: Answer }) {
  const isApproved = answer === 'approved'
  return (
    <NoticePage
      title={isApproved ? 'The command line is signed in' : 'Sign-in denied'}
      tabTitle={pageTitle}
      icon={
        <Icon
          name={isApproved ? 'check-circle' : 'x-circle'}
          size="xl"
          className={isApproved ? 'text-success-text' : 'text-content-subtle'}
        />
      }
      actions={<WorkspacesButton>Go to workspaces</WorkspacesButton>}
    >
      {isApproved ? (
        <p>Return to your terminal. You can end this session in the Security section of your account.</p>
      ) : (
        <p>
          The command line was not signed in. If you did not start this sign-in, you don't need to do anything
          else.
        </p>
      )}
    </NoticePage>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-content-muted">{name}</dt>
      <dd className="wrap-anywhere text-content">{children}</dd>
    </>
  )
}

function RequestFacts({ signIn }: { signIn: CliSignIn }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 rounded-lg border border-line bg-surface-raised p-4 text-left text-sm">
      <Fact name="Code">
        <span className="font-mono">{signIn.userCode}</span>
      </Fact>
      <Fact name="Program">{signIn.device}</Fact>
      <Fact name="IP address">
        <span className="font-mono">{signIn.ipAddress ?? 'Unknown'}</span>
      </Fact>
      <Fact name="Requested">
        <Timestamp date={signIn.createdAt} isRelative />
      </Fact>
    </dl>
  )
}

/** What a command-line session can do, for the user who is about to approve one. */
export function AccessSummary() {
  return (
    <p className="text-sm">
      The command line can see and manage your workspaces, members and tokens. It cannot use billing, download
      your data, delete your account, transfer ownership, change how you sign in or sign out other devices.
      You can sign it out in the Security section of your account.
    </p>
  )
}

/** The pending sign-in for a code, with buttons to approve and deny it. */
export function CliSignInRequest({ userCode, onOtherCode }: { userCode: string; onOtherCode: () => void }) {
  const user = useUser()
  const query = useQuery(cliSignInQuery(userCode))
  const [answer, setAnswer] = useState<Answer>()
  /** The code may expire, or be answered elsewhere, before the user answers. */
  const gives = (given: Answer) => ({
    expectedErrors: ['NotFound'] as const,
    onSuccess: () => setAnswer(given),
  })
  const approve = useApiMutation(cliSignIns.approve, gives('approved'))
  const deny = useApiMutation(cliSignIns.deny, gives('denied'))

  if (answer) return <Answered answer={answer} />
  if (query.isPending) {
    return (
      <NoticePage title={pageTitle}>
        <Spinner label="Loading the sign-in..." />
      </NoticePage>
    )
  }
  if (query.isError) {
    if (query.error.code === 'NotFound' || query.error.code === 'ValidationError')
      return <UnknownCode onOtherCode={onOtherCode} />
    return <NoticeLoadError error={query.error} tabTitle={pageTitle} onRetry={() => void query.refetch()} />
  }
  const signIn = query.data

  function give(call: typeof approve | typeof deny) {
    for (const each of [approve, deny]) each.reset()
    call.mutate({ params: { userCode } })
  }
  const failed = approve.error ?? deny.error
  if (failed?.code === 'NotFound') return <UnknownCode onOtherCode={onOtherCode} />

  return (
    <NoticePage
      title={`Sign in to the ${signIn.clientName}?`}
      tabTitle={pageTitle}
      icon={<Icon name="terminal" size="xl" className="text-accent-text" />}
      actions={
        <>
          <Button requestStatus={deny} onPress={() => give(deny)}>
            Deny
          </Button>
          <Button tone="accent" requestStatus={approve} onPress={() => give(approve)}>
            Approve
          </Button>
        </>
      }
    >
      <p>
        Approve only if your own terminal shows this code right now. It signs the command line in as{' '}
        <strong className="font-medium text-content">{user.email}</strong>.
      </p>
      <RequestFacts signIn={signIn} />
      {!signIn.isSameAddress && (
        <StatusBox tone="warning" announce="off" className="text-left">
          This request comes from a different network than your browser, which is normal for a remote server.
          If you didn't start this sign-in, deny it.
        </StatusBox>
      )}
      <AccessSummary />
      <Failure error={failed} />
    </NoticePage>
  )
}
