import { EmptyState } from '@portal/ui/feedback/empty-state'
import { Icon } from '@portal/ui/text/icon'

/** Shown instead of a section that only the owner of the workspace may see. */
export function OwnerOnly({ title }: { title: string }) {
  return (
    <div className="rounded-lg border border-line bg-surface-raised">
      <EmptyState
        icon={<Icon name="lock" />}
        title={title}
        description="The Members section shows who owns this workspace."
      />
    </div>
  )
}
