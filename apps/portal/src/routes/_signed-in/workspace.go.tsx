import { createFileRoute } from '@tanstack/react-router'
import { PagePending } from '../../shell/page-pending.tsx'

/** `/workspace//go` too: the router drops empty segments. Without a workspace the guard leads to the list. */
export const Route = createFileRoute('/_signed-in/workspace/go')({
  staticData: { name: 'workspace-go' },
  component: PagePending,
})
