import { tokenRights } from '@portal/contract/tokens/token-rights'
import { createFileRoute } from '@tanstack/react-router'
import { serviceAccountsQuery } from '../../features/credentials/service-account-queries.ts'
import { tokensQuery } from '../../features/credentials/token-queries.ts'
import { TokensPage } from '../../features/credentials/tokens-page.tsx'
import { loadForMember } from '../../features/workspaces/load-for-member.ts'
import { findIn } from '../../lib/guard/search-parameters.ts'
import { SectionLoadError } from '../../lib/layout/section-load-error.tsx'
import { waitForPart } from '../../lib/request/wait-for-part.ts'

export const Route = createFileRoute('/_signed-in/workspace/$workspaceId/tokens')({
  staticData: {
    name: 'workspace-api-tokens',
    access: 'verified',
    section: {
      in: 'workspace',
      label: 'API tokens',
      title: 'API Tokens',
      icon: 'key',
      order: 30,
      shortcut: 't',
      right: tokenRights.readTokens,
    },
  },
  validateSearch: findIn,
  loader: ({ context: { queryClient }, params: { workspaceId } }) =>
    loadForMember([
      queryClient.ensureQueryData(tokensQuery(workspaceId)),
      waitForPart(queryClient.ensureQueryData(serviceAccountsQuery(workspaceId))),
    ]),
  component: RouteComponent,
  errorComponent: SectionLoadError,
})

function RouteComponent() {
  return <TokensPage workspaceId={Route.useParams().workspaceId} search={Route.useSearch().find} />
}
