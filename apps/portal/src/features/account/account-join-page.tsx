import { type AccountJoin, accountJoins } from '@portal/contract/account-joins/account-joins'
import { restorableDays } from '@portal/contract/limits'
import { Button } from '@portal/ui/buttons/button'
import { LinkButton } from '@portal/ui/buttons/link-button'
import { Spinner } from '@portal/ui/feedback/spinner'
import { Checkbox } from '@portal/ui/fields/checkbox'
import { Icon } from '@portal/ui/text/icon'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { NoticeLoadError } from '../../lib/layout/notice-load-error.tsx'
import { NoticePage } from '../../lib/layout/notice-page.tsx'
import { joinUrl, loginUrl } from '../../lib/request/api-address.ts'
import { apiQuery } from '../../lib/request/api-query.ts'
import { isMissing } from '../../lib/request/error-messages.ts'
import { Failure } from '../../lib/request/failure.tsx'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import '../../lib/styles.css'

/** The account that the question is about. Never cached, because the question can be answered once. */
const accountJoinQuery = queryOptions({
  ...apiQuery(accountJoins.read, {}, { expectedErrors: ['NotFound'] }),
  gcTime: 0,
  retry: false,
})

const tabTitle = 'Is this account yours?'
const icon = <Icon name="user" size="xl" className="text-accent-text" />
const formatDate = (date: string) => new Date(date).toLocaleDateString('en-US', { dateStyle: 'long' })

function Expired() {
  return (
    <NoticePage
      title="This question has expired"
      tabTitle={tabTitle}
      icon={icon}
      actions={<LinkButton href="/login">Sign in</LinkButton>}
    >
      <p>It was already answered, or it is more than 15 minutes old. Sign in again to continue.</p>
    </NoticePage>
  )
}

/** Asks whether the account is the user's, and sends them to sign in to it. */
function Question({ join, onNo }: { join: AccountJoin; onNo: () => void }) {
  const confirm = useApiMutation(accountJoins.confirm, {
    expectedErrors: ['NotFound'],
    onSuccess: () => browserNavigation.go(joinUrl()),
  })
  const { email, openedAt, ways, newWay } = join
  const way = ways[0] ?? 'another way to sign in'
  if (confirm.error?.code === 'NotFound') return <Expired />

  return (
    <NoticePage
      title="Is this account yours?"
      tabTitle={tabTitle}
      icon={icon}
      actions={
        <>
          <Button onPress={onNo}>No, it isn't mine</Button>
          <Button tone="accent" requestStatus={confirm} onPress={() => confirm.mutate({})}>
            Yes, it's mine
          </Button>
        </>
      }
    >
      <p>
        An account with this address exists since{' '}
        <span className="whitespace-nowrap">{formatDate(openedAt)}</span>, opened with {way}. Is it yours?
      </p>
      <p className="font-medium text-content wrap-anywhere">{email}</p>
      <p>
        If it is yours, sign in with {way} once to connect {newWay}. If you don't remember opening it, another
        person may have signed up with your address.
      </p>
      <Failure error={confirm.error} className="text-left" />
    </NoticePage>
  )
}

/** Lists what happens to the account's workspaces and invited people, and takes the account over. */
function StartOver({ join: { people, workspaces }, onBack }: { join: AccountJoin; onBack: () => void }) {
  const deny = useApiMutation(accountJoins.deny, {
    expectedErrors: ['NotFound', 'Conflict'],
    onSuccess: () => browserNavigation.go(loginUrl()),
  })
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  if (deny.error?.code === 'NotFound') return <Expired />

  function keep(id: string, isKept: boolean) {
    setKept((before) => {
      const after = new Set(before)
      if (isKept) after.add(id)
      else after.delete(id)
      return after
    })
  }

  return (
    <NoticePage
      title="Start over with this account?"
      tabTitle={tabTitle}
      icon={icon}
      actions={
        <>
          <Button onPress={onBack}>Back</Button>
          <Button
            tone="danger"
            requestStatus={deny}
            onPress={() => deny.mutate({ body: { keepInvitationIds: [...kept] } })}
          >
            Start over
          </Button>
        </>
      }
    >
      <p>
        This ends all sessions and command-line sign-ins, revokes all API tokens and removes every other way
        to sign in. The profile is cleared, and you continue as a new user. Our staff can undo this for{' '}
        {restorableDays} days.
      </p>
      {workspaces.length > 0 && (
        <section className="flex flex-col gap-2 text-left">
          <h2 className="font-semibold text-content">Workspaces</h2>
          <p className="text-sm">You keep workspaces that have other members. The others are deleted.</p>
          <ul aria-label="Workspaces" className="list-disc pl-5 text-sm">
            {workspaces.map(({ id, displayName, memberCount }) => (
              <li key={id} className="wrap-anywhere">
                <bdi>{displayName}</bdi>, {memberCount === 1 ? 'no other members' : `${memberCount} members`}
              </li>
            ))}
          </ul>
        </section>
      )}
      {people.length > 0 && (
        <section className="flex flex-col gap-2 text-left">
          <h2 className="font-semibold text-content">People this account invited</h2>
          <p className="text-sm">They are removed unless you keep them.</p>
          <ul aria-label="People this account invited" className="flex flex-col gap-2">
            {people.map(({ invitationId, email, workspaceName, isMember }) => (
              <li key={invitationId}>
                <Checkbox
                  label={
                    <span className="wrap-anywhere">
                      Keep {email}, {isMember ? 'member of' : 'invited to'} <bdi>{workspaceName}</bdi>
                    </span>
                  }
                  value={kept.has(invitationId)}
                  onChange={(isKept) => keep(invitationId, isKept)}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Failure error={deny.error} className="text-left" />
    </NoticePage>
  )
}

/**
 * Asks a user who has verified an address whether the account that was opened with it earlier is theirs. See
 * docs/product/account.md#is-it-yours.
 */
export function AccountJoinPage() {
  const query = useQuery(accountJoinQuery)
  const [isDenied, setIsDenied] = useState(false)
  if (query.isPending) {
    return (
      <NoticePage title={tabTitle}>
        <Spinner label="Loading the account..." />
      </NoticePage>
    )
  }
  if (query.isError) {
    if (isMissing(query.error)) return <Expired />
    return <NoticeLoadError error={query.error} tabTitle={tabTitle} onRetry={() => void query.refetch()} />
  }
  if (isDenied) return <StartOver join={query.data} onBack={() => setIsDenied(false)} />
  return <Question join={query.data} onNo={() => setIsDenied(true)} />
}
