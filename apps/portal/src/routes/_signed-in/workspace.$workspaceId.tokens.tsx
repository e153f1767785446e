import { createFileRoute, redirect } from '@tanstack/react-router'
import { tokensQuery, tokensWorkspaceQuery } from '../../features/tokens/token-queries.ts'
import { TokensPage } from '../../features/tokens/tokens-page.tsx'
import { TokensError, TokensPending } from '../../features/tokens/tokens-pending.tsx'
import type { RequestError } from '../../lib/request/request-error.ts'

export const Route = createFileRoute('/_signed-in/workspace/$workspaceId/tokens')({
  staticData: { name: 'workspace-api-tokens' },
  loader: async ({ context: { queryClient }, params: { workspaceId } }) => {
    try {
      await Promise.all([
        queryClient.ensureQueryData(tokensWorkspaceQuery(workspaceId)),
        queryClient.ensureQueryData(tokensQuery(workspaceId)),
      ])
    } catch (error) {
      const { code } = error as RequestError
      if (code === 'NotFound') throw redirect({ to: '/not-a-member', replace: true })
      if (code === 'ValidationError') {
        throw redirect({ to: '/not-a-member', search: { reason: 'address' }, replace: true })
      }
      throw error
    }
  },
  component: RouteComponent,
  pendingComponent: TokensPending,
  errorComponent: TokensError,
})

function RouteComponent() {
  return <TokensPage workspaceId={Route.useParams().workspaceId} />
}
