import type { OwnAuthToken } from '@portal/contract/tokens/token-schemas'
import { tokens } from '@portal/contract/tokens/tokens'
import { ConfirmButton } from '@portal/ui/buttons/confirm-button'
import { LinkButton } from '@portal/ui/buttons/link-button'
import { Pager, usePages } from '@portal/ui/data/pager'
import { EmptyState } from '@portal/ui/feedback/empty-state'
import { SearchBox } from '@portal/ui/fields/search-box'
import { useNow } from '@portal/ui/lib/use-now'
import { Icon } from '@portal/ui/text/icon'
import { TextLink } from '@portal/ui/text/text-link'
import { Timestamp } from '@portal/ui/text/timestamp'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useUser } from '../../lib/guard/session.ts'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { NothingFound } from '../../lib/layout/nothing-found.tsx'
import { rowsPerPage, searchFrom } from '../../lib/layout/rows-per-page.ts'
import { ShellSection } from '../../lib/layout/shell-section.tsx'
import { useRecoveredFocus } from '../../lib/layout/use-recovered-focus.ts'
import { useSearchText } from '../../lib/layout/use-search-text.ts'
import { queryKeyOf } from '../../lib/request/api-query.ts'
import { Failure } from '../../lib/request/failure.tsx'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { twoLines } from './revoke-token-button.tsx'
import { LastUse, TokenLastUse, TokenPill } from './token-cells.tsx'
import { TokenDetailsDialog } from './token-details-dialog.tsx'
import { ownTokensQuery, pollRotations } from './token-queries.ts'

const minuteMs = 60_000

/** Returns the tokens whose name or workspace contains the text, ignoring case. */
function searchOwnTokens(own: readonly OwnAuthToken[], text: string): OwnAuthToken[] {
  const wanted = text.trim().toLowerCase()
  return own.filter(({ name, workspace }) =>
    `${name} ${workspace.displayName}`.toLowerCase().includes(wanted),
  )
}

function OwnTokenRow({ userId, token, now }: { userId: string; token: OwnAuthToken; now: Date }) {
  const queryClient = useQueryClient()
  const { workspace } = token
  const workspaceId = workspace.id
  const [hasDetails, setHasDetails] = useState(false)
  const revoke = useApiMutation(tokens.revoke, {
    onSuccess: async () => {
      const { queryKey } = ownTokensQuery(userId)
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(
        queryKey,
        (known) => known && { authTokens: known.authTokens.filter(({ id }) => id !== token.id) },
      )
      // The token page of the workspace lists it too.
      void queryClient.invalidateQueries({ queryKey: queryKeyOf(tokens.list) })
      await queryClient.invalidateQueries({ queryKey })
    },
  })

  return (
    <li className="flex flex-col gap-2 px-5 py-3.5">
      <div className="flex items-center gap-3.5">
        <Icon name="key" size="md" className="shrink-0 text-content-subtle" />
        <div className="min-w-0 grow">
          <div className="flex min-h-6 flex-wrap items-center gap-x-2">
            <bdi className="font-medium wrap-anywhere">{token.name}</bdi>
            <TokenPill token={token} now={now} onPress={() => setHasDetails(true)} />
          </div>
          <p className="text-content-muted text-sm wrap-anywhere">
            In{' '}
            <TextLink href={`/workspace/${workspaceId}/tokens`}>
              <bdi>{workspace.displayName}</bdi>
            </TextLink>
            {' · '}
            {token.expiresAt ? (
              <>
                Expires <Timestamp date={token.expiresAt} isMidSentence />
              </>
            ) : (
              <span>Never expires</span>
            )}
            {' · '}
            <TokenLastUse token={token} now={now} />
          </p>
        </div>
        <span className="flex w-41 shrink-0 justify-end">
          <ConfirmButton
            tone="danger"
            variant="outline"
            size="sm"
            onConfirm={() => revoke.mutate({ params: { workspaceId, tokenId: token.id } })}
            isLoading={revoke.isPending}
            loadingText="Revoking..."
            confirmDetail={<LastUse of={token} hasTooltip={false} />}
            className={twoLines}
          >
            Revoke
            <span className="sr-only">
              {' '}
              <bdi>{token.name}</bdi>
            </span>
          </ConfirmButton>
        </span>
      </div>
      <Failure error={revoke.error} />
      {hasDetails && (
        <TokenDetailsDialog
          workspaceId={workspaceId}
          token={token}
          canEnd
          onClose={() => setHasDetails(false)}
        />
      )}
    </li>
  )
}

/** The user's active API tokens in all workspaces, newest first, each with a button to revoke it. */
export function OwnTokens() {
  const { id: userId, emailVerified } = useUser()
  // A user with an unverified email has no workspaces, so no tokens.
  const query = useQuery({
    ...ownTokensQuery(userId),
    refetchInterval: pollRotations,
    enabled: emailVerified,
  })
  const own = query.data?.authTokens ?? []
  const { search, box, boxKey, clear } = useSearchText()
  const found = searchOwnTokens(own, search).toReversed()
  const page = usePages(found, rowsPerPage, search)
  const focus = useRecoveredFocus(query.data)
  const now = useNow({ intervalMs: minuteMs, isRunning: own.length > 0 })
  const isFailed = query.isError && !query.data
  return (
    <ShellSection
      intro={
        <>
          The API tokens that act on your behalf, in all your workspaces. To generate one, or to see those of
          other members and of service accounts, open the API tokens section of a{' '}
          <TextLink href="/workspaces">workspace</TextLink>.
        </>
      }
    >
      {query.isLoading && <ListPending label="Loading your API tokens..." />}
      {isFailed && <Failure error={query.error} retry={() => void query.refetch()} />}
      {(own.length >= searchFrom || search !== '') && (
        <SearchBox key={boxKey} {...box} placeholder="Search your tokens..." size="sm" className="max-w-72" />
      )}
      {own.length > 0 && found.length === 0 && (
        <div className="rounded-lg border border-line bg-surface-raised">
          <NothingFound of="tokens" search={search.trim()} onClearSearch={clear} />
        </div>
      )}
      {found.length > 0 && (
        <ul
          {...focus}
          aria-label="Your API tokens"
          className="divide-y divide-line rounded-lg border border-line bg-surface-raised shadow-raised"
        >
          {page.rows.map((token) => (
            <OwnTokenRow key={token.id} userId={userId} token={token} now={now} />
          ))}
        </ul>
      )}
      <Pager label="your API tokens" {...page.pager} />
      {own.length === 0 && !query.isLoading && !isFailed && (
        <div className="rounded-lg border border-line bg-surface-raised">
          <EmptyState
            scene="tokens"
            title="No active API tokens"
            description="You can generate one in the API tokens section of a workspace."
            action={emailVerified && <LinkButton href="/workspaces">View workspaces</LinkButton>}
          />
        </div>
      )}
    </ShellSection>
  )
}
