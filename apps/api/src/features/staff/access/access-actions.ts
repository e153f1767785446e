/** Ends the sessions or revokes the tokens of a user. See docs/product/staff.md#sessions-and-tokens. */
import type { StaffAct } from '@portal/contract/staff/records'
import type { Orm } from '../../../db/database.ts'
import { notFound, Refusal } from '../../../http/refusal.ts'
import type { Services } from '../../../services.ts'
import { recordActivity } from '../../activity/activity-store.ts'
import { listInstanceSessions, listPortalSessions } from '../../sessions/own-sessions-store.ts'
import { recordStaffAct } from '../records/staff-record-store.ts'
import { sessionsEndedMail, tokensRevokedMail } from './access-mails.ts'
import * as store from './access-store.ts'

type AccessServices = Pick<Services, 'config' | 'database' | 'jobs' | 'now'>

interface AccessRequest {
  userId: string
  staffUserId: string
  reason: string | null | undefined
  ipAddress: string
}

const hourMs = 3_600_000

/** @throws Refusal `Conflict` for the staff member's own account, `NotFound` for an unknown or deleted one. */
async function requireOtherAccount(tx: Orm, { userId, staffUserId }: AccessRequest) {
  if (userId === staffUserId)
    throw new Refusal('Conflict', 'This is your own account. Use the Security section of your profile.')
  const account = await store.lockAccount(tx, userId)
  if (!account) throw notFound('account')
  return account
}

function record(tx: Orm, request: AccessRequest, act: StaffAct, count: number, at: Date): Promise<void> {
  const { userId: aboutUserId, staffUserId, reason, ipAddress } = request
  return recordStaffAct(tx, { staffUserId, act, aboutUserId, after: { count }, reason, ipAddress, at })
}

const reasonOf = ({ reason }: AccessRequest) => reason?.trim() || null

/** Returns the number of active sessions that it ended. */
export async function endSessions(services: AccessServices, request: AccessRequest): Promise<number> {
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
      await jobs.send(tx, 'mail.send', sessionsEndedMail({ to, reason: reasonOf(request) }, config))
    return count
  })
}

/** Returns the number of active tokens that it revoked. */
export async function revokeTokens(services: AccessServices, request: AccessRequest): Promise<number> {
  const { config, database, jobs, now } = services
  const { userId, staffUserId: byUserId } = request
  return database.transaction(async (tx) => {
    const at = now()
    const { email: to, emailVerified } = await requireOtherAccount(tx, request)
    const revoked = await store.revokeApiTokens(tx, { userId, byUserId }, at)
    // The activity of a workspace does not identify the staff member. Only the staff records do.
    for (const { workspaceId, name } of revoked)
      await recordActivity(tx, {
        workspaceId,
        actorUserId: null,
        act: 'token.revoked',
        subject: `${name} (by staff)`,
        ipAddress: null,
        at,
      })
    await record(tx, request, 'person.tokens-revoked', revoked.length, at)
    if (revoked.length > 0 && emailVerified)
      await jobs.send(tx, 'mail.send', tokensRevokedMail({ to, reason: reasonOf(request) }, config))
    return revoked.length
  })
}
