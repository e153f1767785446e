import { serviceAccountRights } from '@portal/contract/service-accounts/service-accounts'
import { createFileRoute } from '@tanstack/react-router'
import { serviceAccountsQuery } from '../../features/credentials/service-account-queries.ts'
import { ServiceAccountsPage } from '../../features/credentials/service-accounts-page.tsx'
import { loadForMember } from '../../features/workspaces/load-for-member.ts'
import { SectionLoadError } from '../../lib/layout/section-load-error.tsx'

export const Route = createFileRoute('/_signed-in/workspace/$workspaceId/service-accounts/')({
  staticData: {
    name: 'workspace-service-accounts',
    access: 'verified',
    section: {
      in: 'workspace',
      label: 'Service accounts',
      icon: 'terminal',
      order: 40,
      shortcut: 'v',
      right: serviceAccountRights.readServiceAccounts,
    },
  },
  loader: ({ context: { queryClient }, params: { workspaceId } }) =>
    loadForMember([queryClient.ensureQueryData(serviceAccountsQuery(workspaceId))]),
  component: RouteComponent,
  errorComponent: SectionLoadError,
})

function RouteComponent() {
  return <ServiceAccountsPage workspaceId={Route.useParams().workspaceId} />
}
