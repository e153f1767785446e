import { EmptyState } from '@portal/ui/feedback/empty-state'

/** Shown instead of a section that only the owner of the workspace may see. */
export function OwnerOnly({ title }: { title: string }) {
  return (
    <div className="rounded-lg border border-line bg-surface-raised">
      <EmptyState
        scene="locked"
        title={title}
        description="The Members section shows who owns this workspace."
      />
    </div>
  )
}
