import type { CallResult } from '@portal/contract/endpoint'
import type { myData } from '@portal/contract/my-data/my-data'
import { StatusBox } from '@portal/ui/feedback/status-box'
import { formatCount } from '@portal/ui/lib/format-count'
import { TextLink } from '@portal/ui/text/text-link'
import { LeftBehindLists } from '../people/left-behind-lists.tsx'

type Preview = CallResult<typeof myData.deletionPreview>

/** Shows what prevents the deletion, or what it includes. */
export function DeletionPreview({ blockedBy, goesWith }: Preview) {
  if (blockedBy.length > 0) {
    return (
      <StatusBox tone="warning" title="You own workspaces with other members" announce="off">
        <p>Transfer each workspace to another member or remove its other members, then try again.</p>
        <ul aria-label="Workspaces with other members" className="mt-2 list-disc pl-5">
          {blockedBy.map(({ id, displayName, memberCount }) => (
            <li key={id}>
              <TextLink href={`/workspace/${id}`}>
                <bdi>{displayName}</bdi>
              </TextLink>
              , {formatCount(memberCount)} members
            </li>
          ))}
        </ul>
      </StatusBox>
    )
  }
  if (goesWith.length === 0) return <p>No workspaces will be deleted.</p>
  return (
    <div>
      <p>
        {goesWith.length === 1
          ? 'This workspace will be deleted, and all its API tokens stop working:'
          : `These ${goesWith.length} workspaces will be deleted, and all their API tokens stop working:`}
      </p>
      <ul aria-label="Workspaces that will be deleted" className="mt-1 list-disc pl-5">
        {goesWith.map(({ id, displayName }) => (
          <li key={id} className="font-medium">
            <bdi>{displayName}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What the user leaves behind in workspaces that remain. The previous release of the API doesn't send it. */
export function LeftBehindByWorkspace({ leftBehind = [] }: Partial<Preview>) {
  return leftBehind.map(({ workspace, ...left }) => (
    <section key={workspace.id} className="flex flex-col gap-3">
      <p className="font-medium">
        You leave this behind in <bdi>{workspace.displayName}</bdi>
      </p>
      <LeftBehindLists left={left} />
    </section>
  ))
}
