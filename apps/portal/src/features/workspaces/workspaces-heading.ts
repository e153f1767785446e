/** 'N Workspaces', 'One Workspace', or 'Create A Workspace' for none. Hidden workspaces count only while they are shown. */
export function workspacesHeading(count: number): string {
  if (count === 0) return 'Create A Workspace'
  return count === 1 ? 'One Workspace' : `${count} Workspaces`
}
