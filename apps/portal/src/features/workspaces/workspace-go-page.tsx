import { NoticePage } from '../../lib/layout/notice-page.tsx'

/** Seen while the browser leaves for the workspace (SPEC section 2). */
export function WorkspaceGoPage() {
  return <NoticePage title="Redirecting to workspace..." tabTitle="Opening workspace" />
}
