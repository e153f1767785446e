import { createFileRoute } from '@tanstack/react-router'
import { textIn } from '../../lib/guard/search-parameters.ts'
import { Logo } from '../../lib/layout/logo.tsx'
import { NoticePage } from '../../lib/layout/notice-page.tsx'

/** Shown until the browser follows the guard's redirect to the instance. */
export const Route = createFileRoute('/_signed-in/workspace/$workspaceId_/go')({
  staticData: { name: 'workspace-go', access: 'signed-in' },
  validateSearch: ({ redirect }: Record<string, unknown>): { redirect?: string } => ({
    redirect: textIn(redirect),
  }),
  component: RouteComponent,
})

function RouteComponent() {
  return (
    <NoticePage
      title="Redirecting to workspace..."
      tabTitle="Opening workspace"
      icon={<Logo className="size-14" />}
    />
  )
}
