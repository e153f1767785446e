import { accessReviewRights } from '@portal/contract/access-review/access-review-rights'
import { may } from '@portal/contract/members/roles'
import { createFileRoute } from '@tanstack/react-router'
import { accessReviewQuery, signOffsQuery } from '../../features/credentials/access-review-queries.ts'
import { AccessReviewSection } from '../../features/credentials/access-review-section.tsx'
import { membersQuery } from '../../features/people/member-queries.ts'
import { workspaceQuery } from '../../features/workspaces/workspace-queries.ts'
import { personIn } from '../../lib/guard/search-parameters.ts'

export const Route = createFileRoute('/_signed-in/workspace/$workspaceId/access-review')({
  staticData: {
    name: 'workspace-access-review',
    access: 'verified',
    section: {
      in: 'workspace',
      label: 'Access review',
      icon: 'shield-check',
      order: 50,
      shortcut: 'r',
      right: accessReviewRights.reviewAccess,
    },
  },
  validateSearch: personIn,
  // Only prefetches on intent. Once opened, the section loads its own data.
  loader: ({ context: { queryClient }, params: { workspaceId }, preload }) => {
    const workspace = queryClient.getQueryData(workspaceQuery(workspaceId).queryKey)
    if (!preload || !workspace || !may(workspace.role, accessReviewRights.reviewAccess)) return
    void queryClient.prefetchQuery(accessReviewQuery(workspaceId))
    void queryClient.prefetchQuery(membersQuery(workspaceId))
    void queryClient.prefetchQuery(signOffsQuery(workspaceId))
  },
  component: RouteComponent,
})

function RouteComponent() {
  const { workspaceId } = Route.useParams()
  const { person } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <AccessReviewSection
      workspaceId={workspaceId}
      personId={person}
      onPersonChange={(id) => void navigate({ search: { person: id }, replace: true, resetScroll: false })}
    />
  )
}
