import { createFileRoute } from '@tanstack/react-router'
import { NotYetPage } from '../../shell/not-yet-page.tsx'

export const Route = createFileRoute('/_signed-in/workspace-admin/')({
  staticData: { name: 'workspace-admin' },
  component: () => <NotYetPage title="Admin" />,
})
