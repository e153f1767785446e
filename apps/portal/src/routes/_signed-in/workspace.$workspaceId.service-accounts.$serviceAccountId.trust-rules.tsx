import { createFileRoute, redirect } from '@tanstack/react-router'
import {
  exchangesQuery,
  ruleServiceAccountsQuery,
  ruleWorkspaceQuery,
  trustRulesQuery,
} from '../../features/trust-rules/trust-rule-queries.ts'
import { TrustRulesPage } from '../../features/trust-rules/trust-rules-page.tsx'
import { TrustRulesError, TrustRulesPending } from '../../features/trust-rules/trust-rules-pending.tsx'
import type { RequestError } from '../../lib/request/request-error.ts'

export const Route = createFileRoute(
  '/_signed-in/workspace/$workspaceId/service-accounts/$serviceAccountId/trust-rules',
)({
  staticData: { name: 'workspace-trust-rules' },
  loader: async ({ context: { queryClient }, params }) => {
    try {
      await Promise.all([
        queryClient.ensureQueryData(ruleWorkspaceQuery(params.workspaceId)),
        queryClient.ensureQueryData(ruleServiceAccountsQuery(params.workspaceId)),
        queryClient.ensureQueryData(trustRulesQuery(params)),
        queryClient.ensureQueryData(exchangesQuery(params)),
      ])
    } catch (error) {
      const { code } = error as RequestError
      if (code === 'NotFound') throw redirect({ to: '/not-a-member', replace: true })
      throw error
    }
  },
  component: RouteComponent,
  pendingComponent: TrustRulesPending,
  errorComponent: TrustRulesError,
})

function RouteComponent() {
  return <TrustRulesPage params={Route.useParams()} />
}
