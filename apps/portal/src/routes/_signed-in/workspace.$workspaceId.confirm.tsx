import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { ConfirmAddressPage } from '../../features/workspaces/confirm-address-page.tsx'
import { workspaceQuery } from '../../features/workspaces/workspace-queries.ts'

export const Route = createFileRoute('/_signed-in/workspace/$workspaceId/confirm')({
  staticData: { name: 'workspace-confirm' },
  validateSearch: z.object({ redirect: z.catch(z.optional(z.string()), undefined) }),
  loader: ({ context, params }) => context.queryClient.ensureQueryData(workspaceQuery(params.workspaceId)),
  component: RouteComponent,
})

function RouteComponent() {
  return (
    <ConfirmAddressPage workspaceId={Route.useParams().workspaceId} redirect={Route.useSearch().redirect} />
  )
}
