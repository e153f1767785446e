import { createFileRoute } from '@tanstack/react-router'
import { PersonPage } from '../../features/staff/person-page.tsx'

// Has no loader, because a preload would be recorded as a look-up.
export const Route = createFileRoute('/_signed-in/workspace-admin/people/$userId')({
  staticData: { name: 'workspace-admin-person', access: 'staff' },
  component: RouteComponent,
})

function RouteComponent() {
  const { userId } = Route.useParams()
  return <PersonPage key={userId} userId={userId} />
}
