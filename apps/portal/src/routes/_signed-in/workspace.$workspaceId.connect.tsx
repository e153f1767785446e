import { serviceAccountRights } from '@portal/contract/service-accounts/service-accounts'
import { createFileRoute } from '@tanstack/react-router'
import { ConnectPipelinePage } from '../../features/credentials/connect-pipeline-page.tsx'
import { serviceAccountsQuery } from '../../features/credentials/service-account-queries.ts'
import { loadForMember } from '../../features/workspaces/load-for-member.ts'
import { connectSearchIn } from '../../lib/guard/search-parameters.ts'
import { SectionLoadError } from '../../lib/layout/section-load-error.tsx'

export const Route = createFileRoute('/_signed-in/workspace/$workspaceId/connect')({
  staticData: {
    name: 'workspace-connect',
    access: 'verified',
    section: {
      in: 'workspace',
      label: 'Connect a pipeline',
      icon: 'link',
      order: 45,
      shortcut: 'c',
      right: serviceAccountRights.manageServiceAccounts,
    },
  },
  validateSearch: connectSearchIn,
  loader: ({ context: { queryClient }, params: { workspaceId } }) =>
    loadForMember([queryClient.ensureQueryData(serviceAccountsQuery(workspaceId))]),
  component: RouteComponent,
  errorComponent: SectionLoadError,
})

function RouteComponent() {
  return <ConnectPipelinePage workspaceId={Route.useParams().workspaceId} search={Route.useSearch()} />
}
