import type { Workspace } from '@portal/contract/workspaces'

/** What both views of the list take. */
export interface WorkspaceListProps {
  /** Found, and in order. The same array as long as nothing changes. */
  workspaces: readonly Workspace[]
  userId: string
  /** Set while the e-mail is unverified: called in the place of opening a workspace. */
  onRefused?: () => void
}
