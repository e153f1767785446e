import { focusRing } from '@portal/ui/lib/focus-ring'
import { Icon } from '@portal/ui/text/icon'
import { Link } from '@tanstack/react-router'

/** The first tile of the grid. Links to the form for a new workspace. */
export function CreateWorkspaceTile() {
  return (
    <Link
      to="/workspace/new"
      className={`${focusRing} flex h-full flex-col items-center justify-center gap-1.5 rounded-lg border border-line-strong border-dashed p-4 font-medium text-content-muted no-underline transition-colors hover:border-accent hover:bg-accent-soft hover:text-accent-text`}
    >
      <Icon name="plus" size="md" />
      Create New Workspace
    </Link>
  )
}
