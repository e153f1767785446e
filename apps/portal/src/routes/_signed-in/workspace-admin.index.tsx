import { createFileRoute } from '@tanstack/react-router'
import { AdminPage } from '../../features/staff/admin-page.tsx'

export const Route = createFileRoute('/_signed-in/workspace-admin/')({
  staticData: {
    name: 'workspace-admin',
    access: 'staff',
    section: {
      in: 'portal',
      label: 'Admin',
      icon: 'shield',
      order: 90,
      shortcut: 'n',
    },
  },
  component: AdminPage,
})
