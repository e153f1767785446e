import { createFileRoute } from '@tanstack/react-router'
import { CreateWorkspacePage } from '../../features/workspaces/create-workspace-page.tsx'

export const Route = createFileRoute('/_signed-in/workspace/new')({
  staticData: { name: 'workspace-settings', access: 'verified' },
  component: CreateWorkspacePage,
})
