import { createFileRoute } from '@tanstack/react-router'
import { AdminPage } from '../../features/staff/admin-page.tsx'

export const Route = createFileRoute('/_signed-in/workspace-admin/')({
  staticData: { name: 'workspace-admin' },
  component: AdminPage,
})
