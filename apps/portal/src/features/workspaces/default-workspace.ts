import type { Workspace } from '@portal/contract/workspaces/workspaces'

/**
 * The user's default workspace: the one flagged default that they created, otherwise the earliest SI workspace that they
 * created. A quarantined workspace stays the default, and opening it leads to the page that explains the quarantine.
 */
export function defaultWorkspace(workspaces: readonly Workspace[], userId: string): Workspace | undefined {
  const own = workspaces.filter((workspace) => workspace.creatorUserId === userId)
  return (
    own.find((workspace) => workspace.isDefault) ??
    own
      .filter((workspace) => workspace.instanceEnvType === 'SI')
      .sort((one, other) => one.createdAt.localeCompare(other.createdAt) || one.id.localeCompare(other.id))[0]
  )
}
