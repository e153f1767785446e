import { StatusBox } from '@portal/ui/feedback/status-box'
import { TextLink } from '@portal/ui/text/text-link'

interface DeletionPreviewProps {
  blockedBy: readonly { id: string; displayName: string; memberCount: number }[]
  goesWith: readonly { id: string; displayName: string }[]
}

/** What stands against the deletion, or what goes with it. */
export function DeletionPreview({ blockedBy, goesWith }: DeletionPreviewProps) {
  if (blockedBy.length > 0) {
    return (
      <StatusBox tone="warning" title="You own workspaces that other people use" announce="off">
        <p>Hand each of them over to another member, or remove its other members, and then come back.</p>
        <ul aria-label="Workspaces in the way" className="mt-2 list-disc pl-5">
          {blockedBy.map(({ id, displayName, memberCount }) => (
            <li key={id}>
              <TextLink href={`/workspace/${id}`}>{displayName}</TextLink>, {memberCount} members
            </li>
          ))}
        </ul>
      </StatusBox>
    )
  }
  if (goesWith.length === 0) return <p>No workspace goes with it.</p>
  return (
    <div>
      <p>
        {goesWith.length === 1 ? 'This workspace goes' : `These ${goesWith.length} workspaces go`} with it,
        and their API tokens stop working:
      </p>
      <ul aria-label="Workspaces that go with the account" className="mt-1 list-disc pl-5">
        {goesWith.map(({ id, displayName }) => (
          <li key={id} className="font-medium">
            {displayName}
          </li>
        ))}
      </ul>
    </div>
  )
}
