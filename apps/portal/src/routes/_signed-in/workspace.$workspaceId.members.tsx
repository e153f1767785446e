import { memberRights } from '@portal/contract/members/members'
import { createFileRoute } from '@tanstack/react-router'
import { membersQuery } from '../../features/people/member-queries.ts'
import { MembersSection } from '../../features/people/members-section.tsx'
import { findIn } from '../../lib/guard/search-parameters.ts'

export const Route = createFileRoute('/_signed-in/workspace/$workspaceId/members')({
  staticData: {
    name: 'workspace-members',
    access: 'verified',
    section: {
      in: 'workspace',
      label: 'Members',
      icon: 'users',
      order: 20,
      shortcut: 'm',
      right: memberRights.readMembers,
    },
  },
  validateSearch: findIn,
  // Only prefetches on intent. Once opened, the section loads its own data.
  loader: ({ context: { queryClient }, params: { workspaceId }, preload }) => {
    if (preload) void queryClient.prefetchQuery(membersQuery(workspaceId))
  },
  component: RouteComponent,
})

function RouteComponent() {
  const { workspaceId } = Route.useParams()
  const { find } = Route.useSearch()
  return <MembersSection key={workspaceId} workspaceId={workspaceId} search={find} />
}
