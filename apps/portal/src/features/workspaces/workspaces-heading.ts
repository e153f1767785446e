/** Returns the page heading. The caller counts hidden workspaces only while they are shown. */
export function workspacesHeading(count: number): string {
  if (count === 0) return 'Create A Workspace'
  return count === 1 ? 'One Workspace' : `${count} Workspaces`
}
