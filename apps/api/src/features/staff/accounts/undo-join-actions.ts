/** Gives an account back that was handed to the owner of its address. See docs/product/account.md#is-it-yours. */
import { notFound, Refusal } from '../../../http/errors/refusal.ts'
import type { Services } from '../../../services.ts'
import * as joins from '../../account-joins/account-join-store.ts'
import { endAllAccessOf, listWorkingTokenIds } from '../../account-joins/account-reset-store.ts'
import { restoreAccountBefore } from '../../account-joins/account-restore-store.ts'
import { recordActivity } from '../../activity/activity-store.ts'
import { tokenSubject } from '../../tokens/api-token-store.ts'
import { restoreWorkspacesDeletedAt } from '../../workspaces/workspace-deletion-store.ts'
import { recordStaffAct } from '../records/staff-record-store.ts'
import { byStaff, requireOtherAccount, type StaffAccountRequest } from './staff-account-actions.ts'
import { accountGivenBackMail } from './staff-account-mails.ts'
import { findAccountRow } from './staff-account-store.ts'

type UndoServices = Pick<Services, 'config' | 'database' | 'jobs' | 'now'>

/**
 * Ends the access of the new owner and restores what the account had.
 * @throws Refusal `NotFound` unless the account was handed over at most `restorableDays` ago, `Conflict` if its previous address is taken
 */
export async function undoJoin({ config, database, jobs, now }: UndoServices, request: StaffAccountRequest) {
  const { userId, staffUserId, reason, ipAddress } = request
  return database.transaction(async (tx) => {
    const at = now()
    const { email: currentEmail } = await requireOtherAccount(tx, request)
    const join = await joins.findUndoableJoin(tx, userId, joins.undoableSince(at))
    if (!join?.before) throw notFound('account that was handed over')
    const tokenIds = await listWorkingTokenIds(tx, userId, at)
    for (const { workspaceId, ...token } of await endAllAccessOf(tx, userId, tokenIds, at))
      await recordActivity(tx, {
        ...byStaff(workspaceId, at),
        act: 'token.revoked',
        subject: `${tokenSubject(token)} (by staff)`,
      })
    const workspaceIds = await restoreWorkspacesDeletedAt(tx, userId, join.at)
    if (!(await restoreAccountBefore(tx, userId, join.before, join)))
      throw new Refusal('Conflict', 'Another account now uses the previous email address of this account.')
    for (const workspaceId of workspaceIds)
      await recordActivity(tx, {
        ...byStaff(workspaceId, at),
        act: 'workspace.restored',
        subject: 'by staff',
      })
    await joins.markJoinUndone(tx, join.id, staffUserId, at)
    await recordStaffAct(tx, {
      staffUserId,
      act: 'person.join-undone',
      aboutUserId: userId,
      before: { subject: join.subject, at: join.at },
      after: { subjects: join.before.subjects, workspaceIds },
      reason,
      ipAddress,
      at,
    })
    const account = await findAccountRow(tx, userId)
    for (const to of new Set([account.email, currentEmail]))
      await jobs.sendMail(tx, userId, accountGivenBackMail({ to, reason: reason?.trim() || null }, config))
    return account
  })
}
