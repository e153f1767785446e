import type { User } from '@portal/contract/account/account'
import { may } from '@portal/contract/members/roles'
import { serviceAccountRights } from '@portal/contract/service-accounts/service-accounts'
import { Button } from '@portal/ui/buttons/button'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useSession } from '../../lib/guard/session.ts'
import { NoticePage } from '../../lib/layout/notice-page.tsx'
import { ShellSection } from '../../lib/layout/shell-section.tsx'
import { workspaceQuery } from '../workspaces/workspace-queries.ts'
import { CreateTokenForm } from './create-token-form.tsx'
import type { GeneratedToken } from './generated-token.ts'
import { TokenGeneratedDialog } from './token-generated-dialog.tsx'
import { TokenLists } from './token-lists.tsx'
import { putToken, tokensQuery } from './token-queries.ts'

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

/** The API tokens of a workspace. See docs/product/tokens.md#listing. */
export function TokensPage({ workspaceId, search }: { workspaceId: string; search?: string }) {
  const user = useSession()
  if (!user) return <SignedOutNotice />
  return <WorkspaceTokens workspaceId={workspaceId} search={search} user={user} />
}

interface WorkspaceTokensProps {
  workspaceId: string
  /** What the lists are initially searched for. */
  search: string | undefined
  user: User
}

function WorkspaceTokens({ workspaceId, search, user }: WorkspaceTokensProps) {
  const queryClient = useQueryClient()
  const { data: workspace } = useSuspenseQuery(workspaceQuery(workspaceId))
  const { data } = useSuspenseQuery(tokensQuery(workspaceId))
  const [generated, setGenerated] = useState<GeneratedToken>()

  // Stable, so that opening or closing the dialog doesn't re-render the tables.
  const show = useCallback(
    (fresh: GeneratedToken) => {
      setGenerated(fresh)
      void putToken(queryClient, workspaceId, fresh.authToken)
    },
    [queryClient, workspaceId],
  )

  return (
    <ShellSection intro="API tokens let scripts and pipelines act in this workspace on behalf of the member who generated them.">
      <CreateTokenForm
        workspaceId={workspaceId}
        maxLifetimeMs={data.maxLifetimeMs ?? Number.POSITIVE_INFINITY}
        canChooseServiceAccount={may(workspace.role, serviceAccountRights.manageServiceAccounts)}
        disabledReason={
          workspace.quarantinedAt
            ? 'This workspace is quarantined. Its tokens are rejected until the quarantine is lifted.'
            : undefined
        }
        onGenerated={show}
      />
      <TokenLists
        key={search}
        initialSearch={search}
        workspace={workspace}
        userId={user.id}
        tokens={data.authTokens}
        onRotated={show}
      />
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
