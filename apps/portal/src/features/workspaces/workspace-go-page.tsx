import { NoticePage } from '../../lib/layout/notice-page.tsx'

/** Shown while the browser navigates to the workspace. */
export function WorkspaceGoPage() {
  return <NoticePage title="Redirecting to workspace..." tabTitle="Opening workspace" />
}
