import { createFileRoute } from '@tanstack/react-router'
import { PersonPage } from '../../features/staff/search/person-page.tsx'

// Without a loader: what reading a page would fetch ahead is a look-up, and recorded.
export const Route = createFileRoute('/_signed-in/workspace-admin/people/$userId')({
  staticData: { name: 'workspace-admin-person' },
  component: RouteComponent,
})

function RouteComponent() {
  const { userId } = Route.useParams()
  return <PersonPage key={userId} userId={userId} />
}
