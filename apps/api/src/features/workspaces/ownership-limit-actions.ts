import type { Config } from '../../config.ts'
import type { Orm } from '../../db/database.ts'
import { checkLimit } from '../../guard/account-limits.ts'
import { notSignedIn } from '../../http/errors/refusal.ts'
import { countOwnWorkspaces, lockOwner } from './workspace-lock-store.ts'

/**
 * Checks that a user can own one more workspace. Locks their account until the transaction ends, so that concurrent
 * transactions can't exceed the limit. Lock the workspace first if there is one.
 * @param workspaceId the workspace that the user gets, if it already exists
 * @throws Refusal `LimitReached`, or `NotSignedIn` when the account is deleted
 */
export async function checkMayOwnAnother(
  tx: Orm,
  userId: string,
  config: Config,
  workspaceId?: string,
): Promise<void> {
  // A workspace whose owner's account is deleted at the same time would have no owner.
  if (!(await lockOwner(tx, userId))) throw notSignedIn()
  checkLimit('workspacesOwned', await countOwnWorkspaces(tx, userId, workspaceId), config)
}
