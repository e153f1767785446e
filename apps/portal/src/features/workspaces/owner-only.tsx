import { LinkButton } from '@portal/ui/buttons/link-button'
import { EmptyState } from '@portal/ui/feedback/empty-state'
import { useParams } from '@tanstack/react-router'

/** Shown instead of a section of a workspace that the user's role may not see. */
export function OwnerOnly({ title }: { title: string }) {
  const { workspaceId } = useParams({ from: '/_signed-in/workspace/$workspaceId' })
  return (
    <div className="rounded-lg border border-line bg-surface-raised">
      <EmptyState
        scene="locked"
        title={title}
        description="The Members section shows who owns this workspace."
        action={
          <LinkButton href={`/workspace/${workspaceId}/members`} size="sm" icon="users">
            Show members
          </LinkButton>
        }
      />
    </div>
  )
}
