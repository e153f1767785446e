/** 'N Workspaces', 'One Workspace', or 'Create A Workspace' when there is none (SPEC section 2, "Workspaces page"). */
export function workspacesHeading(count: number): string {
  if (count === 0) return 'Create A Workspace'
  return count === 1 ? 'One Workspace' : `${count} Workspaces`
}
