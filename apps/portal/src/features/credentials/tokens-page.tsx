import { tokenClockRefreshMs } from '@portal/contract/limits'
import { may } from '@portal/contract/members/roles'
import { serviceAccountRights } from '@portal/contract/service-accounts/service-accounts'
import type { AuthToken } from '@portal/contract/tokens/token-schemas'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { Button } from '@portal/ui/buttons/button'
import { SearchBox } from '@portal/ui/fields/search-box'
import { useNow } from '@portal/ui/lib/use-now'
import { TextLink } from '@portal/ui/text/text-link'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useSession } from '../../lib/guard/session.ts'
import { leadToForm } from '../../lib/layout/lead-to-form.ts'
import { NothingFound } from '../../lib/layout/nothing-found.tsx'
import { NoticePage } from '../../lib/layout/notice-page.tsx'
import { plainLink } from '../../lib/layout/plain-link.ts'
import { searchFrom } from '../../lib/layout/rows-per-page.ts'
import { ShellSection } from '../../lib/layout/shell-section.tsx'
import { TitledSection } from '../../lib/layout/titled-section.tsx'
import { useSearchText } from '../../lib/layout/use-search-text.ts'
import { workspaceQuery } from '../workspaces/workspace-queries.ts'
import { CreateTokenForm } from './create-token-form.tsx'
import { TokenGeneratedDialog } from './token-generated-dialog.tsx'
import { type GeneratedToken, pollRotations, putToken, tokensQuery } from './token-queries.ts'
import { searchTokens, splitTokens } from './token-state.ts'
import { ActiveTokens, InactiveTokens } from './token-tables.tsx'

interface TokensPageProps {
  workspaceId: string
  /** What the lists are initially searched for. */
  search?: string | undefined
}

/** The API tokens of a workspace. See docs/product/tokens.md#listing. */
export function TokensPage(props: TokensPageProps) {
  const user = useSession()
  return user ? <WorkspaceTokens {...props} userId={user.id} /> : <SignedOutNotice />
}

/** Shown when the session ends while the page is open. */
function SignedOutNotice() {
  const router = useRouter()
  return (
    <NoticePage
      title="API Tokens"
      actions={
        // The route guard redirects to sign-in and stores this page.
        <Button tone="accent" onPress={() => void router.invalidate()}>
          Log in
        </Button>
      }
    >
      <p role="alert">You must log in to view workspace status.</p>
    </NoticePage>
  )
}

function WorkspaceTokens({ workspaceId, search, userId }: TokensPageProps & { userId: string }) {
  const queryClient = useQueryClient()
  const { data: workspace } = useSuspenseQuery(workspaceQuery(workspaceId))
  const { data } = useSuspenseQuery({ ...tokensQuery(workspaceId), refetchInterval: pollRotations })
  const [generated, setGenerated] = useState<GeneratedToken>()
  // Stays where it is while the page is open, so that the form doesn't move after its first use.
  const [isFormFirst] = useState(data.authTokens.length === 0)
  const formBox = useRef<HTMLDivElement>(null)

  function show(fresh: GeneratedToken) {
    setGenerated(fresh)
    void putToken(queryClient, workspaceId, fresh.authToken)
  }

  const disabledReason = workspace.quarantinedAt
    ? 'This workspace is quarantined. Its tokens are rejected until the quarantine is lifted.'
    : undefined
  const lists = (
    <TokenLists
      key={search}
      initialSearch={search}
      workspace={workspace}
      userId={userId}
      tokens={data.authTokens}
      onGenerated={show}
    />
  )
  const form = (
    <div ref={formBox} className="scroll-my-6">
      <TitledSection title="New token">
        <CreateTokenForm
          workspaceId={workspaceId}
          maxLifetimeMs={data.maxLifetimeMs ?? Number.POSITIVE_INFINITY}
          canChooseServiceAccount={may(workspace.role, serviceAccountRights.manageServiceAccounts)}
          disabledReason={disabledReason}
          onGenerated={show}
        />
      </TitledSection>
    </div>
  )

  return (
    <ShellSection
      intro={
        <>
          API tokens let scripts and pipelines act in this workspace on behalf of a member or a service
          account. <TextLink href="/profile/tokens">My tokens</TextLink> lists yours in all workspaces.
        </>
      }
      actions={
        data.authTokens.length > 0 &&
        !disabledReason && (
          <Button icon="plus" onPress={() => leadToForm(formBox)}>
            New token
          </Button>
        )
      }
    >
      <ConnectWithoutSecret workspace={workspace} />
      {isFormFirst && form}
      {lists}
      {!isFormFirst && form}
      {generated && (
        <TokenGeneratedDialog
          workspaceId={workspaceId}
          generated={generated}
          onClose={() => setGenerated(undefined)}
        />
      )}
    </ShellSection>
  )
}

/** Leads from a list of secrets to pipelines that need none, for those who may connect them. */
function ConnectWithoutSecret({ workspace }: { workspace: Workspace }) {
  if (!may(workspace.role, serviceAccountRights.manageServiceAccounts)) return null
  return (
    <p className="-mt-4 text-content-muted">
      Using GitHub Actions, GitLab or Buildkite?{' '}
      <Link to="/workspace/$workspaceId/connect" params={{ workspaceId: workspace.id }} className={plainLink}>
        Connect without a secret
      </Link>
    </p>
  )
}

interface TokenListsProps {
  workspace: Workspace
  userId: string
  tokens: readonly AuthToken[]
  initialSearch: string | undefined
  onGenerated: (generated: GeneratedToken) => void
}

/** The active and inactive tokens with a search for both. */
function TokenLists({ workspace, userId, tokens, initialSearch = '', onGenerated }: TokenListsProps) {
  const now = useNow({ intervalMs: tokenClockRefreshMs, isRunning: true })
  const { search, box, boxKey, clear } = useSearchText(initialSearch)
  const { active, inactive } = splitTokens(searchTokens(tokens, search), now)
  const shared = { workspace, userId, now, search }
  return (
    <>
      {(tokens.length >= searchFrom || search !== '') && (
        <SearchBox key={boxKey} {...box} placeholder="Search tokens..." size="sm" className="max-w-72" />
      )}
      {search.trim() !== '' && active.length + inactive.length === 0 ? (
        <div className="rounded-lg border border-line bg-surface-raised">
          <NothingFound of="tokens" search={search.trim()} onClearSearch={clear} />
        </div>
      ) : (
        <>
          <ActiveTokens {...shared} tokens={active} onGenerated={onGenerated} />
          <InactiveTokens {...shared} tokens={inactive} />
        </>
      )}
    </>
  )
}
