/**
 * The roles that may take each action. The server enforces this table and the portal disables controls by it.
 * See docs/product/access.md#roles.
 */

export const workspaceRoles = ['OWNER', 'APPROVER', 'EDITOR'] as const
export type WorkspaceRole = (typeof workspaceRoles)[number]

const everyone = workspaceRoles
const ownerOnly = ['OWNER'] as const
const ownerAndApprover = ['OWNER', 'APPROVER'] as const

export const permissions = {
  readWorkspace: everyone,
  openWorkspace: everyone,
  /** Set as a favourite, or hide, in the member's own list. */
  markWorkspace: everyone,
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
  /** Tokens that the member created. Other tokens need `renameToken`. */
  renameOwnToken: everyone,
  renameToken: ownerOnly,
  /** Tokens that the member created. Other tokens need `revokeToken`. */
  revokeOwnToken: everyone,
  revokeToken: ownerOnly,
  readServiceAccounts: everyone,
  /** Includes the service accounts' tokens. */
  manageServiceAccounts: ownerAndApprover,
  /** See everything that can act in the workspace, with its last use. */
  reviewAccess: ownerAndApprover,
  leaveWorkspace: everyone,
  transferOwnership: ownerOnly,
  answerOwnershipOffer: everyone,
  readActivity: ownerOnly,
} as const satisfies Record<string, readonly WorkspaceRole[]>

export type WorkspaceAct = keyof typeof permissions

export function may(role: WorkspaceRole, act: WorkspaceAct): boolean {
  return (permissions[act] as readonly WorkspaceRole[]).includes(role)
}

/**
 * Whether a member may change a token: the one they created, or any if their role allows the act. Those who manage service
 * accounts change the tokens of service accounts. See docs/product/access.md#roles.
 */
export function mayChangeToken(
  token: { creatorUserId: string; isOfServiceAccount: boolean },
  member: { role: WorkspaceRole; userId: string },
  act: 'renameToken' | 'revokeToken',
): boolean {
  if (token.isOfServiceAccount) return may(member.role, 'manageServiceAccounts')
  return token.creatorUserId === member.userId || may(member.role, act)
}

/** The role names that users see. */
export const roleLabels: Record<WorkspaceRole, string> = {
  OWNER: 'Owner',
  APPROVER: 'Approver',
  EDITOR: 'Collaborator',
}
