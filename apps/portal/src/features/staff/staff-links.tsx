import { TextLink } from '@portal/ui/text/text-link'
import type { ReactNode } from 'react'

export const personPath = (userId: string) => `/workspace-admin/people/${encodeURIComponent(userId)}`
export const workspacePath = (workspaceId: string) =>
  `/workspace-admin/workspaces/${encodeURIComponent(workspaceId)}`

/** An id in a table, linked to the staff page of that user or workspace. */
function IdLink({ href, id }: { href: string; id: string }) {
  return (
    <TextLink href={href} className="whitespace-nowrap font-mono text-xs">
      {id}
    </TextLink>
  )
}

export function PersonIdLink({ userId }: { userId: string }) {
  return <IdLink href={personPath(userId)} id={userId} />
}

export function WorkspaceIdLink({ workspaceId }: { workspaceId: string }) {
  return <IdLink href={workspacePath(workspaceId)} id={workspaceId} />
}

/** Renders "None" in place of an empty value. */
export function OrNone({ children }: { children: ReactNode }) {
  return children === null || children === undefined || children === '' ? (
    <span className="text-content-subtle">None</span>
  ) : (
    <bdi>{children}</bdi>
  )
}
