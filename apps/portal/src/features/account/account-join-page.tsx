import { type AccountJoin, accountJoins } from '@portal/contract/account-joins/account-joins'
import { Button } from '@portal/ui/buttons/button'
import { LinkButton } from '@portal/ui/buttons/link-button'
import { Spinner } from '@portal/ui/feedback/spinner'
import { Icon } from '@portal/ui/text/icon'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { NoticeLoadError } from '../../lib/layout/notice-load-error.tsx'
import { NoticePage } from '../../lib/layout/notice-page.tsx'
import { joinUrl } from '../../lib/request/api-address.ts'
import { isMissing } from '../../lib/request/error-messages.ts'
import { Failure } from '../../lib/request/failure.tsx'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { accountJoinQuery } from './account-join-queries.ts'
import { StartOver } from './start-over.tsx'

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
  if (isDenied) return <StartOver join={query.data} onBack={() => setIsDenied(false)} expired={<Expired />} />
  return <Question join={query.data} onNo={() => setIsDenied(true)} />
}
