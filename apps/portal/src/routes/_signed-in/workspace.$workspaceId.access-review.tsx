import { createFileRoute } from '@tanstack/react-router'
import { AccessReviewSection } from '../../features/access-review/access-review-section.tsx'

export const Route = createFileRoute('/_signed-in/workspace/$workspaceId/access-review')({
  staticData: { name: 'workspace-access-review' },
  component: RouteComponent,
})

function RouteComponent() {
  return <AccessReviewSection workspaceId={Route.useParams().workspaceId} />
}
