import { createFileRoute, redirect } from '@tanstack/react-router'
import {
  serviceAccountsQuery,
  serviceAccountsWorkspaceQuery,
} from '../../features/service-accounts/service-account-queries.ts'
import {
  ServiceAccountsError,
  ServiceAccountsPage,
  ServiceAccountsPending,
} from '../../features/service-accounts/service-accounts-page.tsx'
import type { RequestError } from '../../lib/request/request-error.ts'

export const Route = createFileRoute('/_signed-in/workspace/$workspaceId/service-accounts/')({
  staticData: { name: 'workspace-service-accounts' },
  loader: async ({ context: { queryClient }, params: { workspaceId } }) => {
    try {
      await Promise.all([
        queryClient.ensureQueryData(serviceAccountsWorkspaceQuery(workspaceId)),
        queryClient.ensureQueryData(serviceAccountsQuery(workspaceId)),
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
  pendingComponent: ServiceAccountsPending,
  errorComponent: ServiceAccountsError,
})

function RouteComponent() {
  return <ServiceAccountsPage workspaceId={Route.useParams().workspaceId} />
}
