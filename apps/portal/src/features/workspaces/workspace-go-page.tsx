import { Logo } from '../../lib/layout/logo.tsx'
import { NoticePage } from '../../lib/layout/notice-page.tsx'

/** Shown while the browser navigates to the workspace. */
export function WorkspaceGoPage() {
  return (
    <NoticePage
      title="Redirecting to workspace..."
      tabTitle="Opening workspace"
      icon={<Logo className="size-14" />}
    />
  )
}
