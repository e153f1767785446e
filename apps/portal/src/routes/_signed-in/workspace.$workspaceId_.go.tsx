import { createFileRoute } from '@tanstack/react-router'
import { textIn } from '../../lib/guard/search-parameters.ts'
import { NoticePage } from '../../lib/layout/notice-page.tsx'

/** Shown while the browser navigates to the workspace. */
function WorkspaceGoPage() {
  return <NoticePage title="Redirecting to workspace..." tabTitle="Opening workspace" />
}

/** Shown until the browser follows the guard's redirect to the instance. */
export const Route = createFileRoute('/_signed-in/workspace/$workspaceId_/go')({
  staticData: { name: 'workspace-go' },
  validateSearch: ({ redirect }: Record<string, unknown>): { redirect?: string } => ({
    redirect: textIn(redirect),
  }),
  component: WorkspaceGoPage,
})
