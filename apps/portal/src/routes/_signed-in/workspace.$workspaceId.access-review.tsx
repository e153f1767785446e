import { accessReviewRights } from '@portal/contract/access-review/access-review'
import { may } from '@portal/contract/members/roles'
import { createFileRoute } from '@tanstack/react-router'
import { accessReviewQuery } from '../../features/credentials/access-review-queries.ts'
import { AccessReviewSection } from '../../features/credentials/access-review-section.tsx'
import { workspaceQuery } from '../../features/workspaces/workspace-queries.ts'

export const Route = createFileRoute('/_signed-in/workspace/$workspaceId/access-review')({
  staticData: {
    name: 'workspace-access-review',
    access: 'verified',
    section: {
      in: 'workspace',
      label: 'Access review',
      icon: 'shield-check',
      order: 50,
      right: accessReviewRights.reviewAccess,
    },
  },
  // Only prefetches on intent. Once opened, the section loads its own data.
  loader: ({ context: { queryClient }, params: { workspaceId }, preload }) => {
    const workspace = queryClient.getQueryData(workspaceQuery(workspaceId).queryKey)
    if (!preload || !workspace || !may(workspace.role, accessReviewRights.reviewAccess)) return
    void queryClient.prefetchQuery(accessReviewQuery(workspaceId))
  },
  component: RouteComponent,
})

function RouteComponent() {
  return <AccessReviewSection workspaceId={Route.useParams().workspaceId} />
}
