import { createFileRoute } from '@tanstack/react-router'
import { ConfirmAddressPage } from '../../features/workspaces/confirm-address-page.tsx'
import { workspaceQuery } from '../../features/workspaces/workspace-queries.ts'
import { textIn } from '../../lib/guard/search-parameters.ts'

export const Route = createFileRoute('/_signed-in/workspace/$workspaceId/confirm')({
  staticData: { name: 'workspace-confirm' },
  validateSearch: ({ redirect }: Record<string, unknown>): { redirect?: string } => ({
    redirect: textIn(redirect),
  }),
  loader: ({ context, params }) => context.queryClient.ensureQueryData(workspaceQuery(params.workspaceId)),
  component: RouteComponent,
})

function RouteComponent() {
  return (
    <ConfirmAddressPage workspaceId={Route.useParams().workspaceId} redirect={Route.useSearch().redirect} />
  )
}
