import { createFileRoute } from '@tanstack/react-router'
import { PagePending } from '../../shell/page-pending.tsx'

/** Also matches `/workspace//go`, because the router drops empty segments. The guard redirects to the workspaces page. */
export const Route = createFileRoute('/_signed-in/workspace/go')({
  staticData: { name: 'workspace-go', access: 'signed-in' },
  component: PagePending,
})
