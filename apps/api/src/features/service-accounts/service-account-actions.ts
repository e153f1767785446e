import type { WorkspaceRole } from '@portal/contract/members/roles'
import type { Orm } from '../../db/database.ts'
import { isStaffUser } from '../../guard/staff.ts'
import { notFound, Refusal } from '../../http/errors/refusal.ts'
import type { Services } from '../../services.ts'
import { findServiceAccount, type ServiceAccountRow } from './service-account-store.ts'

/**
 * Returns a service account of the workspace.
 * @throws Refusal `NotFound` when the workspace has no such service account.
 */
export async function requireServiceAccount(
  db: Orm,
  { workspaceId, serviceAccountId }: { workspaceId: string; serviceAccountId: string },
  now: Date,
): Promise<ServiceAccountRow> {
  const row = await findServiceAccount(db, workspaceId, serviceAccountId, now)
  if (!row) throw notFound('service account')
  return row
}

/**
 * What a service account does in the instance, it does with the membership of the workspace's owner. In a workspace of staff, only the
 * owner gives that away.
 * @throws Refusal `NotAllowed`
 */
export async function checkMayMakeCredentials(
  { config }: Pick<Services, 'config'>,
  tx: Orm,
  { role, creatorUserId }: { role: WorkspaceRole; creatorUserId: string },
): Promise<void> {
  if (role === 'OWNER' || !(await isStaffUser(tx, creatorUserId, config))) return
  throw new Refusal(
    'NotAllowed',
    "This workspace's owner is staff, so only the owner can create or enable service accounts, and create their tokens and trust rules.",
    { roles: ['OWNER'] },
  )
}
