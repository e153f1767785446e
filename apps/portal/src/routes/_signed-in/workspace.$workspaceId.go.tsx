import { createFileRoute } from '@tanstack/react-router'
import { WorkspaceGoPage } from '../../features/workspaces/workspace-go-page.tsx'
import { textIn } from '../../lib/guard/search-parameters.ts'

/** The guard sends the browser on; this is what is seen until it has gone. */
export const Route = createFileRoute('/_signed-in/workspace/$workspaceId/go')({
  staticData: { name: 'workspace-go' },
  validateSearch: ({ redirect }: Record<string, unknown>): { redirect?: string } => ({
    redirect: textIn(redirect),
  }),
  component: WorkspaceGoPage,
})
