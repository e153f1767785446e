import type { WorkspaceRole } from '@portal/contract/members/roles'
import type { Orm } from '../../db/database.ts'
import type { Person } from '../../guard/caller.ts'
import { countMail, isJustMailed } from '../../guard/mail-limits.ts'
import type { Services } from '../../services.ts'
import { roleChangedMail } from './member-mails.ts'
import * as store from './role-notice-store.ts'

export interface ChangedRole extends store.MembershipKey {
  to: string
  workspaceName: string
  previousRole: WorkspaceRole
  role: WorkspaceRole
  by: Person
  at: Date
}

/**
 * Mails a changed role, in the transaction that changes it. For the ten minutes after a mail, `mailPendingRoles` sends the next
 * changes later, in one mail, unless the role is again the one in the last mail. See docs/product/members.md#changing-roles.
 */
export async function mailChangedRole(
  { config, jobs }: Pick<Services, 'config' | 'jobs'>,
  tx: Orm,
  changed: ChangedRole,
): Promise<void> {
  const { at, by, previousRole, role } = changed
  const mailedAt = await store.findRoleMailedAt(tx, changed)
  if (mailedAt && isJustMailed(mailedAt, at)) return
  const refusal = await countMail(tx, { ...changed, byUserId: by.id }, config)
  await store.saveMailedRole(tx, changed, refusal ? previousRole : role, at)
  if (!refusal) await jobs.sendMail(tx, by.id, roleChangedMail(changed, config))
}
