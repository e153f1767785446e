import { createFileRoute } from '@tanstack/react-router'
import { serviceAccountsQuery } from '../../features/credentials/service-account-queries.ts'
import { exchangesQuery, trustRulesQuery } from '../../features/credentials/trust-rule-queries.ts'
import { TrustRulesPage } from '../../features/credentials/trust-rules-page.tsx'
import { loadForMember } from '../../features/workspaces/load-for-member.ts'
import { SectionLoadError } from '../../lib/layout/section-load-error.tsx'

export const Route = createFileRoute(
  '/_signed-in/workspace/$workspaceId/service-accounts/$serviceAccountId/trust-rules',
)({
  staticData: { name: 'workspace-trust-rules', access: 'verified' },
  loader: ({ context: { queryClient }, params }) =>
    loadForMember([
      queryClient.ensureQueryData(serviceAccountsQuery(params.workspaceId)),
      queryClient.ensureQueryData(trustRulesQuery(params)),
      queryClient.ensureQueryData(exchangesQuery(params)),
    ]),
  component: RouteComponent,
  errorComponent: SectionLoadError,
})

function RouteComponent() {
  return <TrustRulesPage params={Route.useParams()} />
}
