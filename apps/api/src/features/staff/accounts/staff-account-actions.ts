/**
 * Restores an account, ends its sessions or revokes its tokens. See docs/product/account.md#deleting-the-account and
 * docs/product/staff.md#sessions-and-tokens.
 */
import { restorableDays } from '@portal/contract/limits'
import type { StaffAct } from '@portal/contract/staff/records/records'
import type { Orm } from '../../../db/database.ts'
import { notFound, Refusal } from '../../../http/errors/refusal.ts'
import type { Services } from '../../../services.ts'
import { recordActivity } from '../../activity/activity-store.ts'
import { listInstanceSessions, listPortalSessions } from '../../sessions/own-sessions-store.ts'
import { restoreWorkspacesDeletedAt } from '../../workspaces/workspace-deletion-store.ts'
import { recordStaffAct } from '../records/staff-record-store.ts'
import { accountRestoredMail, sessionsEndedMail, tokensRevokedMail } from './staff-account-mails.ts'
import * as store from './staff-account-store.ts'

type ActionServices = Pick<Services, 'config' | 'database' | 'jobs' | 'now'>

/** What staff ask for about an account, and who asks. */
export interface StaffAccountRequest {
  userId: string
  staffUserId: string
  reason: string | null | undefined
  ipAddress: string
}

const hourMs = 3_600_000
const restorableMs = restorableDays * 86_400_000

/** @throws Refusal `Conflict` for the staff member's own account, `NotFound` for an unknown or deleted one. */
export async function requireOtherAccount(tx: Orm, { userId, staffUserId }: StaffAccountRequest) {
  if (userId === staffUserId)
    throw new Refusal('Conflict', 'This is your own account. Use the Security section of your account.')
  const account = await store.lockAccount(tx, userId)
  if (!account) throw notFound('account')
  return account
}

/** The activity of a workspace does not identify the staff member. Only the staff records do. */
export const byStaff = (workspaceId: string, at: Date) => ({
  workspaceId,
  actorUserId: null,
  ipAddress: null,
  at,
})

function record(
  tx: Orm,
  request: StaffAccountRequest,
  act: StaffAct,
  count: number,
  at: Date,
): Promise<void> {
  const { userId: aboutUserId, staffUserId, reason, ipAddress } = request
  return recordStaffAct(tx, { staffUserId, act, aboutUserId, after: { count }, reason, ipAddress, at })
}

const reasonOf = ({ reason }: StaffAccountRequest) => reason?.trim() || null

/**
 * Restores a deleted account with the workspaces that were deleted with it.
 * @throws Refusal `NotFound` unless it was deleted at most `restorableDays` ago, `Conflict` if its address is taken.
 */
export async function restoreAccount(services: ActionServices, request: StaffAccountRequest) {
  const { config, database, jobs, now } = services
  const { userId, staffUserId, reason, ipAddress } = request
  const at = now()
  return database.transaction(async (tx) => {
    const deletedAt = await store.lockDeletedAccount(tx, userId, new Date(at.getTime() - restorableMs))
    if (!deletedAt) throw notFound('deleted account')
    const account = await store.undeleteAccount(tx, userId)
    if (account === 'address-taken')
      throw new Refusal('Conflict', 'Another account now uses the email address of this account.')
    const workspaceIds = await restoreWorkspacesDeletedAt(tx, userId, deletedAt)
    for (const workspaceId of workspaceIds)
      await recordActivity(tx, {
        ...byStaff(workspaceId, at),
        act: 'workspace.restored',
        subject: 'by staff',
      })
    await recordStaffAct(tx, {
      staffUserId,
      act: 'person.restored',
      aboutUserId: userId,
      before: { deletedAt },
      after: { deletedAt: null, workspaceIds },
      reason,
      ipAddress,
      at,
    })
    if (account.emailVerified) await jobs.sendMail(tx, userId, accountRestoredMail(account.email, config))
    return account
  })
}

/** Returns the number of active sessions that it ended. */
export async function endSessions(services: ActionServices, request: StaffAccountRequest): Promise<number> {
  const { config, database, jobs, now } = services
  const { userId, staffUserId: byUserId } = request
  return database.transaction(async (tx) => {
    const at = now()
    const { email: to, emailVerified } = await requireOtherAccount(tx, request)
    const idleSince = new Date(at.getTime() - config.SESSION_IDLE_HOURS * hourMs)
    const open = await listPortalSessions(tx, userId, at, idleSince)
    const instances = await listInstanceSessions(tx, userId, at)
    const count = open.length + instances.length
    await store.endAllSessions(tx, { userId, byUserId }, at)
    await record(tx, request, 'person.sessions-ended', count, at)
    if (count > 0 && emailVerified)
      await jobs.sendMail(tx, userId, sessionsEndedMail({ to, reason: reasonOf(request) }, config))
    return count
  })
}

/** Returns the number of active tokens that it revoked. */
export async function revokeTokens(services: ActionServices, request: StaffAccountRequest): Promise<number> {
  const { config, database, jobs, now } = services
  const { userId, staffUserId: byUserId } = request
  return database.transaction(async (tx) => {
    const at = now()
    const { email: to, emailVerified } = await requireOtherAccount(tx, request)
    const revoked = await store.revokeApiTokens(tx, { userId, byUserId }, at)
    for (const { workspaceId, name } of revoked)
      await recordActivity(tx, {
        ...byStaff(workspaceId, at),
        act: 'token.revoked',
        subject: `${name} (by staff)`,
      })
    await record(tx, request, 'person.tokens-revoked', revoked.length, at)
    if (revoked.length > 0 && emailVerified)
      await jobs.sendMail(tx, userId, tokensRevokedMail({ to, reason: reasonOf(request) }, config))
    return revoked.length
  })
}
