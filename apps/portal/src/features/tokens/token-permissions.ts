import { may, type WorkspaceRole } from '@portal/contract/permissions'
import type { AuthToken } from '@portal/contract/tokens'

/** Whether the user may rename the token, or rotate, pause and revoke it. */
export function mayChangeToken(
  { serviceAccount, createdBy }: AuthToken,
  { role, userId }: { role: WorkspaceRole; userId: string },
  act: 'renameToken' | 'revokeToken',
): boolean {
  if (serviceAccount) return may(role, 'manageServiceAccounts')
  return createdBy.userId === userId || may(role, act)
}

/** Whether the user may move the token to a service account. Only the owner moves the owner's tokens. */
export function mayMoveToken(
  { serviceAccount, createdBy }: AuthToken,
  { role, userId, ownerUserId }: { role: WorkspaceRole; userId: string; ownerUserId: string },
): boolean {
  if (serviceAccount || !may(role, 'manageServiceAccounts')) return false
  return createdBy.userId !== ownerUserId || userId === ownerUserId
}
