/**
 * Restores accounts, gives them back, ends their sessions and revokes their tokens. See docs/product/account.md#deleting-the-account,
 * docs/product/account.md#is-it-yours and docs/product/staff.md#sessions-and-tokens.
 */
import { hourMs } from '@portal/contract/durations'
import { restorableMs } from '@portal/contract/limits'
import { staffAccounts } from '@portal/contract/staff/accounts/accounts'
import type { Orm } from '../../../db/database.ts'
import { notFound, Refusal } from '../../../http/errors/refusal.ts'
import type { Ask, Server } from '../../../http/serve.ts'
import type { Jobs } from '../../../jobs/jobs.ts'
import type { Services } from '../../../services.ts'
import * as joins from '../../account-joins/account-join-store.ts'
import { endAllAccessOf, listWorkingTokenIds } from '../../account-joins/account-reset-store.ts'
import { restoreAccountBefore } from '../../account-joins/account-restore-store.ts'
import { recordStaffActivity } from '../../activity/activity-actions.ts'
import { listInstanceSessions, listPortalSessions } from '../../sessions/own-sessions-store.ts'
import { tokenSubject } from '../../tokens/api-token-store.ts'
import { restoreWorkspacesDeletedAt } from '../../workspaces/workspace-deletion-store.ts'
import { type NewStaffRecord, recordStaffAct, staffOf } from '../records/staff-record-store.ts'
import {
  accountGivenBackMail,
  accountRestoredMail,
  sessionsEndedMail,
  tokensRevokedMail,
} from './staff-account-mails.ts'
import * as store from './staff-account-store.ts'

type AccountAsk = Ask<(typeof staffAccounts)[keyof typeof staffAccounts]>

export function staffAccountRoutes(server: Server, services: Services): void {
  const { config, database, jobs, now } = services

  // Restores a deleted account with the workspaces that were deleted with it.
  server.serve(staffAccounts.restore, async (ask) => {
    const { userId } = ask.params
    const at = now()
    return database.transaction(async (tx) => {
      const deletedAt = await store.lockDeletedAccount(tx, userId, new Date(at.getTime() - restorableMs))
      if (!deletedAt) throw notFound('deleted account')
      const account = await store.undeleteAccount(tx, userId)
      if (account === 'address-taken')
        throw new Refusal('Conflict', 'Another account now uses the email address of this account.')
      const workspaceIds = await restoreWorkspaces(tx, jobs, userId, deletedAt, at)
      const after = { deletedAt: null, workspaceIds }
      await record(tx, ask, at, { act: 'person.restored', before: { deletedAt }, after })
      if (account.emailVerified) await jobs.sendMail(tx, userId, accountRestoredMail(account.email, config))
      return { user: store.userRecordOf(account) }
    })
  })

  // Ends the access of the new owner of an account that was handed over, and restores what the account had.
  server.serve(staffAccounts.undoJoin, async (ask) => {
    const { userId } = ask.params
    return database.transaction(async (tx) => {
      const at = now()
      const { email: currentEmail } = await requireOtherAccount(tx, ask)
      const join = await joins.findUndoableJoin(tx, userId, joins.undoableSince(at))
      if (!join?.before) throw notFound('account that was handed over')
      const tokenIds = await listWorkingTokenIds(tx, userId, at)
      for (const { workspaceId, ...token } of await endAllAccessOf(tx, userId, tokenIds, at))
        await recordStaffActivity(
          tx,
          jobs,
          workspaceId,
          'token.revoked',
          `${tokenSubject(token)} (by staff)`,
          at,
        )
      const workspaceIds = await restoreWorkspaces(tx, jobs, userId, join.at, at)
      if (!(await restoreAccountBefore(tx, userId, join.before, join)))
        throw new Refusal('Conflict', 'Another account now uses the previous email address of this account.')
      await joins.markJoinUndone(tx, join.id, ask.caller.person.id, at)
      const before = { subject: join.subject, at: join.at }
      const after = { subjects: join.before.subjects, workspaceIds }
      await record(tx, ask, at, { act: 'person.join-undone', before, after })
      const account = await store.findAccountRow(tx, userId)
      for (const to of new Set([account.email, currentEmail]))
        await jobs.sendMail(tx, userId, accountGivenBackMail({ to, reason: reasonOf(ask) }, config))
      return { user: store.userRecordOf(account) }
    })
  })

  server.serve(staffAccounts.endSessions, async (ask) => {
    const { userId } = ask.params
    return database.transaction(async (tx) => {
      const at = now()
      const { email: to, emailVerified } = await requireOtherAccount(tx, ask)
      const idleSince = new Date(at.getTime() - config.SESSION_IDLE_HOURS * hourMs)
      const open = await listPortalSessions(tx, userId, at, idleSince)
      const endedCount = open.length + (await listInstanceSessions(tx, userId, at)).length
      await store.endAllSessions(tx, { userId, byUserId: ask.caller.person.id }, at)
      await record(tx, ask, at, { act: 'person.sessions-ended', after: { count: endedCount } })
      if (endedCount > 0 && emailVerified)
        await jobs.sendMail(tx, userId, sessionsEndedMail({ to, reason: reasonOf(ask) }, config))
      return { endedCount }
    })
  })

  server.serve(staffAccounts.revokeTokens, async (ask) => {
    const { userId } = ask.params
    return database.transaction(async (tx) => {
      const at = now()
      const { email: to, emailVerified } = await requireOtherAccount(tx, ask)
      const revoked = await store.revokeApiTokens(tx, { userId, byUserId: ask.caller.person.id }, at)
      for (const { workspaceId, name } of revoked)
        await recordStaffActivity(tx, jobs, workspaceId, 'token.revoked', `${name} (by staff)`, at)
      const revokedCount = revoked.length
      await record(tx, ask, at, { act: 'person.tokens-revoked', after: { count: revokedCount } })
      if (revokedCount > 0 && emailVerified)
        await jobs.sendMail(tx, userId, tokensRevokedMail({ to, reason: reasonOf(ask) }, config))
      return { revokedCount }
    })
  })
}

/** @throws Refusal `Conflict` for the staff member's own account, `NotFound` for an unknown or deleted one. */
async function requireOtherAccount(tx: Orm, { params: { userId }, caller }: AccountAsk) {
  if (userId === caller.person.id)
    throw new Refusal('Conflict', 'This is your own account. Use the Security section of your account.')
  const account = await store.lockAccount(tx, userId)
  if (!account) throw notFound('account')
  return account
}

/** Restores the workspaces that were deleted with their owner's account, and returns their ids. */
async function restoreWorkspaces(
  tx: Orm,
  jobs: Jobs,
  userId: string,
  deletedAt: Date,
  at: Date,
): Promise<string[]> {
  const workspaceIds = await restoreWorkspacesDeletedAt(tx, userId, deletedAt)
  for (const workspaceId of workspaceIds)
    await recordStaffActivity(tx, jobs, workspaceId, 'workspace.restored', 'by staff', at)
  return workspaceIds
}

function record(
  tx: Orm,
  ask: AccountAsk,
  at: Date,
  done: Pick<NewStaffRecord, 'act' | 'before' | 'after'>,
): Promise<void> {
  const { params, body } = ask
  return recordStaffAct(tx, { ...staffOf(ask, at), ...done, aboutUserId: params.userId, reason: body.reason })
}

const reasonOf = ({ body }: AccountAsk) => body.reason?.trim() || null
