/**
 * The roles in a workspace. Each noun declares what they may do with it. The server enforces this, and the portal disables controls by it.
 * See docs/product/access.md#roles.
 */

export const workspaceRoles = ['OWNER', 'APPROVER', 'EDITOR'] as const
export type WorkspaceRole = (typeof workspaceRoles)[number]

/** What a role may do in a workspace. `text` is its row in docs/product/access.md#roles. */
export interface Right {
  roles: readonly WorkspaceRole[]
  text: string
}

export const everyMember = (text: string): Right => ({ roles: workspaceRoles, text })
export const ownerAndApprover = (text: string): Right => ({ roles: ['OWNER', 'APPROVER'], text })
export const ownerOnly = (text: string): Right => ({ roles: ['OWNER'], text })

export const may = (role: WorkspaceRole, right: Right): boolean => right.roles.includes(role)

/** The role names that users see. */
export const roleLabels: Record<WorkspaceRole, string> = {
  OWNER: 'Owner',
  APPROVER: 'Approver',
  EDITOR: 'Collaborator',
}
