import { everyMember, may, ownerOnly, type WorkspaceRole } from '../members/roles.ts'
import { serviceAccountRights } from '../service-accounts/service-accounts.ts'

export const tokenRights = {
  readTokens: everyMember('See the API tokens'),
  createToken: everyMember('Create API tokens'),
  renameOwnToken: everyMember('Rename their own API tokens'),
  renameToken: ownerOnly('Rename any API token'),
  revokeOwnToken: everyMember('Revoke their own API tokens'),
  revokeToken: ownerOnly('Revoke any API token'),
}

/**
 * Whether a member may change a token: the one they created, or any if their role has the right. Those who manage service
 * accounts change the tokens of service accounts. See docs/product/access.md#roles.
 */
export function mayChangeToken(
  token: { creatorUserId: string; isOfServiceAccount: boolean },
  member: { role: WorkspaceRole; userId: string },
  right: 'renameToken' | 'revokeToken',
): boolean {
  if (token.isOfServiceAccount) return may(member.role, serviceAccountRights.manageServiceAccounts)
  return token.creatorUserId === member.userId || may(member.role, tokenRights[right])
}
