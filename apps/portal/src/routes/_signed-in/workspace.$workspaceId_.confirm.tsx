import { createFileRoute } from '@tanstack/react-router'
import { ConfirmAddressPage } from '../../features/workspaces/confirm-address-page.tsx'
import { loadForMember } from '../../features/workspaces/load-for-member.ts'
import { workspaceQuery } from '../../features/workspaces/workspace-queries.ts'
import { textIn } from '../../lib/guard/search-parameters.ts'

export const Route = createFileRoute('/_signed-in/workspace/$workspaceId_/confirm')({
  staticData: { name: 'workspace-confirm', access: 'verified' },
  validateSearch: ({ redirect }: Record<string, unknown>): { redirect?: string } => ({
    redirect: textIn(redirect),
  }),
  loader: ({ context: { queryClient }, params: { workspaceId } }) =>
    loadForMember([queryClient.ensureQueryData(workspaceQuery(workspaceId))]),
  component: RouteComponent,
})

function RouteComponent() {
  return (
    <ConfirmAddressPage workspaceId={Route.useParams().workspaceId} redirect={Route.useSearch().redirect} />
  )
}
