import { createFileRoute } from '@tanstack/react-router'
import { NotYetPage } from '../../shell/not-yet-page.tsx'

export const Route = createFileRoute('/_signed-in/workspace-admin/people/$userId')({
  staticData: { name: 'workspace-admin-person' },
  component: () => <NotYetPage title="Person" />,
})
