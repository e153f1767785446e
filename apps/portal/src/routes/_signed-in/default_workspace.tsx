import { createFileRoute } from '@tanstack/react-router'
import { DefaultWorkspacePage } from '../../features/workspaces/default-workspace-page.tsx'

export const Route = createFileRoute('/_signed-in/default_workspace')({
  staticData: { name: 'default-workspace', access: 'signed-in', returnTo: 'fallback' },
  component: DefaultWorkspacePage,
})
