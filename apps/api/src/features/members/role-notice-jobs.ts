import { minuteMs } from '@portal/contract/durations'
import { repeatedMailMinutes } from '@portal/contract/limits'
import type { WorkspaceRole } from '@portal/contract/members/roles'
import type { Orm } from '../../db/database.ts'
import type { Person } from '../../guard/caller.ts'
import { countMail, isJustMailed } from '../../guard/mail-limits.ts'
import type { Services } from '../../services.ts'
import type { MembershipKey } from '../workspaces/workspace-lock-store.ts'
import { roleChangedMail } from './member-mails.ts'
import * as store from './member-store.ts'

interface ChangedRole extends MembershipKey {
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

type NoticeServices = Pick<Services, 'config' | 'database' | 'jobs' | 'now'>

const quietMs = repeatedMailMinutes * minuteMs
/** Mails per run. The next run sends the rest a minute later. */
const maxMails = 500

/**
 * Mails members whose role has changed since the last mail, with all changes of the ten minutes after that mail. A mail over a
 * limit is retried ten minutes later. See docs/product/members.md#changing-roles.
 */
export async function mailPendingRoles(services: NoticeServices): Promise<void> {
  for (let sent = 0; sent < maxMails; sent += 1) if (!(await mailOnePendingRole(services))) return
}

/** One member per transaction, so that no transaction holds the mail counts of two accounts. */
async function mailOnePendingRole({ config, database, jobs, now }: NoticeServices): Promise<boolean> {
  const at = now()
  return database.transaction(async (tx) => {
    const member = await store.lockMemberToTell(tx, new Date(at.getTime() - quietMs))
    if (!member?.mailedRole) return false
    const { email: to, role, workspaceId, workspaceName } = member
    const refusal = await countMail(tx, { byUserId: member.ownerUserId, workspaceId, to, at }, config)
    await store.saveMailedRole(tx, member, refusal ? member.mailedRole : role, at)
    if (!refusal)
      await jobs.sendMail(tx, member.ownerUserId, roleChangedMail({ to, workspaceName, role }, config))
    return true
  })
}
