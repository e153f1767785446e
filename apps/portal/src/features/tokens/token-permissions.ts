import { may, type WorkspaceRole } from '@portal/contract/permissions'
import type { AuthToken } from '@portal/contract/tokens'

/** What decides who may change the token. */
export function ownershipOf({ serviceAccount, createdBy }: AuthToken) {
  return { creatorUserId: createdBy.userId, isOfServiceAccount: serviceAccount !== null }
}

/** Whether the user may move the token to a service account. Only the owner moves the owner's tokens. */
export function mayMoveToken(
  { serviceAccount, createdBy }: AuthToken,
  { role, userId, ownerUserId }: { role: WorkspaceRole; userId: string; ownerUserId: string },
): boolean {
  if (serviceAccount || !may(role, 'manageServiceAccounts')) return false
  return createdBy.userId !== ownerUserId || userId === ownerUserId
}
