import { createFileRoute } from '@tanstack/react-router'
import { tokenOwnersQuery, tokensQuery } from '../../features/tokens/token-queries.ts'
import { TokensPage } from '../../features/tokens/tokens-page.tsx'
import { TokensError, TokensPending } from '../../features/tokens/tokens-pending.tsx'
import { loadForMember } from '../../features/workspaces/shared/load-for-member.ts'
import { findIn } from '../../lib/guard/search-parameters.ts'
import { loadWithPage } from '../../lib/request/load-with-page.ts'

export const Route = createFileRoute('/_signed-in/workspace/$workspaceId/tokens')({
  staticData: { name: 'workspace-api-tokens' },
  validateSearch: findIn,
  loader: ({ context: { queryClient }, params: { workspaceId } }) =>
    loadForMember([
      queryClient.ensureQueryData(tokensQuery(workspaceId)),
      loadWithPage(queryClient.ensureQueryData(tokenOwnersQuery(workspaceId))),
    ]),
  component: RouteComponent,
  pendingComponent: TokensPending,
  errorComponent: TokensError,
})

function RouteComponent() {
  return <TokensPage workspaceId={Route.useParams().workspaceId} search={Route.useSearch().find} />
}
