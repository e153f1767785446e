/** One table, role by act: the server decides by it, the portal disables by it (SPEC section 6, RULES section 6). */

export const workspaceRoles = ['OWNER', 'APPROVER', 'EDITOR'] as const
export type WorkspaceRole = (typeof workspaceRoles)[number]

const everyone = workspaceRoles
const ownerOnly = ['OWNER'] as const
const ownerAndApprover = ['OWNER', 'APPROVER'] as const

export const permissions = {
  readWorkspace: everyone,
  openWorkspace: everyone,
  markForOneself: everyone,
  confirmAddress: everyone,
  editWorkspace: ownerOnly,
  deleteWorkspace: ownerOnly,
  setDefaultWorkspace: ownerOnly,
  toggleApprovals: ownerOnly,
  readMembers: everyone,
  inviteMember: ownerAndApprover,
  removeMember: ownerAndApprover,
  changeMemberRole: ownerOnly,
  readTokens: everyone,
  createToken: everyone,
  /** One's own; anybody's needs `renameToken`. */
  renameOwnToken: everyone,
  renameToken: ownerOnly,
  /** One's own; anybody's needs `revokeToken`. */
  revokeOwnToken: everyone,
  revokeToken: ownerOnly,
  leaveWorkspace: everyone,
  transferOwnership: ownerOnly,
  answerOwnershipOffer: everyone,
  readActivity: ownerOnly,
} as const satisfies Record<string, readonly WorkspaceRole[]>

export type WorkspaceAct = keyof typeof permissions

export function may(role: WorkspaceRole, act: WorkspaceAct): boolean {
  return (permissions[act] as readonly WorkspaceRole[]).includes(role)
}

/** How a role is shown: EDITOR is a "Collaborator" to people. */
export const roleLabels: Record<WorkspaceRole, string> = {
  OWNER: 'Owner',
  APPROVER: 'Approver',
  EDITOR: 'Collaborator',
}
