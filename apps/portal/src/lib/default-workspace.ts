import type { Workspace } from '@portal/contract/workspaces'

/**
 * The person's default workspace (SPEC section 3): the one flagged default that they created, otherwise the earliest
 * that they created on the managed platform. A quarantined one opens nowhere and is passed over.
 */
export function defaultWorkspace(workspaces: readonly Workspace[], userId: string): Workspace | undefined {
  const own = workspaces.filter((workspace) => workspace.creatorUserId === userId && !workspace.quarantinedAt)
  return (
    own.find((workspace) => workspace.isDefault) ??
    own
      .filter((workspace) => workspace.instanceEnvType === 'SI')
      .sort((one, other) => one.createdAt.localeCompare(other.createdAt) || one.id.localeCompare(other.id))[0]
  )
}
