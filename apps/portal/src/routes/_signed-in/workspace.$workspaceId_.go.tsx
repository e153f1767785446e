import { createFileRoute } from '@tanstack/react-router'
import { WorkspaceGoPage } from '../../features/workspaces/workspace-go-page.tsx'
import { textIn } from '../../lib/guard/search-parameters.ts'

/** Shown until the browser follows the guard's redirect to the instance. */
export const Route = createFileRoute('/_signed-in/workspace/$workspaceId_/go')({
  staticData: { name: 'workspace-go', access: 'signed-in' },
  validateSearch: ({ redirect }: Record<string, unknown>): { redirect?: string } => ({
    redirect: textIn(redirect),
  }),
  component: WorkspaceGoPage,
})
