import type { Workspace } from '@portal/contract/workspaces/workspaces'

/** The props of both list views. */
export interface WorkspaceListProps {
  /** The sorted search results. The array is referentially stable while nothing changes. */
  workspaces: readonly Workspace[]
  userId: string
  /** Set while the email is unverified: called instead of opening a workspace. */
  onRefused?: () => void
}
