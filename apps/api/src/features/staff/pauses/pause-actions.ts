/** Starts, changes or ends a pause. Storing, recording and mailing the change succeed or fail together. */
import type { StaffAct } from '@portal/contract/staff/records/records'
import type { Orm } from '../../../db/database.ts'
import type { Services } from '../../../services.ts'
import { recordActivity } from '../../activity/activity-actions.ts'
import { endSessionsOf } from '../../sessions/session-store.ts'
import { recordStaffAct } from '../records/staff-record-store.ts'
import { accountPausedMail, workspacePausedMail } from './pause-mails.ts'
import { endDateReached, mailedReason, needsMail, type PauseChange, pauseAfter } from './pause-rules.ts'
import {
  type AccountPause,
  type PausableAccount,
  type PausableWorkspace,
  type PauseState,
  setAccountPause,
  setWorkspacePause,
} from './pause-store.ts'

type ChangeServices = Pick<Services, 'config' | 'jobs'>

/** The IP address of the staff request. Null if the pause ends automatically. */
type Origin = string | null

const actsOf = {
  quarantine: ['person.quarantined', 'person.unquarantined', 'quarantinedAt'],
  suspension: ['person.suspended', 'person.unsuspended', 'suspendedAt'],
} as const satisfies Record<AccountPause, readonly [StaffAct, StaffAct, string]>

/** The part of a pause that is recorded as `before` and `after`. The staff member has a separate column. */
const factsOf = (sinceName: string, { since, until, reason }: PauseState) => ({
  [sinceName]: since,
  until,
  reason,
})

const recordOf = (change: PauseChange, origin: Origin) => ({
  staffUserId: change.byUserId,
  reason: origin === null ? endDateReached : change.reason,
  ipAddress: origin,
  at: change.at,
})

const automatic = (origin: Origin) => (origin === null ? { automatic: true } : {})

/**
 * Call it while holding the account's lock. During a pause, portal sessions stay open with restricted access, and tokens
 * are refused. Command-line sessions end.
 */
export async function changeAccountPause(
  { config, jobs }: ChangeServices,
  tx: Orm,
  account: PausableAccount,
  pause: AccountPause,
  change: PauseChange,
  origin: Origin,
): Promise<PausableAccount> {
  const before = account[pause]
  const after = pauseAfter(before, change)
  const [startAct, endAct, sinceName] = actsOf[pause]
  await recordStaffAct(tx, {
    ...recordOf(change, origin),
    act: change.isPaused ? startAct : endAct,
    aboutUserId: account.id,
    before: factsOf(sinceName, before),
    after: { ...factsOf(sinceName, after), ...automatic(origin) },
  })
  await setAccountPause(tx, account.id, pause, after)
  if (change.isPaused) await endSessionsOf(tx, { userId: account.id, isOfClient: true }, change.at)
  const changed = {
    ...account,
    [pause]: after,
    isSuspendedUnpaid: account.isSuspendedUnpaid && pause === 'quarantine',
  }
  if (account.emailVerified && needsMail(before, after)) {
    const isStillPaused =
      !change.isPaused && (changed.quarantine.since !== null || changed.suspension.since !== null)
    const { isPaused } = change
    const { isSuspendedUnpaid } = changed
    const { until } = after
    const reason = mailedReason(change, after, origin === null)
    const facts = { to: account.email, pause, isPaused, isStillPaused, isSuspendedUnpaid, reason, until }
    await jobs.sendMail(tx, account.id, accountPausedMail(facts, config))
  }
  return changed
}

/** Call it while holding the workspace's lock. During a pause, its tokens are refused but not revoked. */
export async function changeWorkspacePause(
  { config, jobs }: ChangeServices,
  tx: Orm,
  workspace: PausableWorkspace,
  change: PauseChange,
  origin: Origin,
): Promise<PausableWorkspace> {
  const { id, displayName, pause: before } = workspace
  const after = pauseAfter(before, change)
  const act = change.isPaused ? 'workspace.quarantined' : 'workspace.unquarantined'
  await recordStaffAct(tx, {
    ...recordOf(change, origin),
    act,
    aboutUserId: workspace.ownerUserId,
    aboutWorkspaceId: id,
    before: factsOf('quarantinedAt', before),
    after: { ...factsOf('quarantinedAt', after), ...automatic(origin) },
  })
  await setWorkspacePause(tx, id, after)
  if (before.since?.getTime() !== after.since?.getTime()) {
    const isAutomatic = origin === null
    const subject = isAutomatic ? endDateReached : 'by staff'
    const { at } = change
    const by = { actorUserId: null, isAutomatic, ipAddress: null }
    await recordActivity(tx, jobs, { ...by, workspaceId: id, act, subject, at })
  }
  if (needsMail(before, after)) {
    const { isPaused } = change
    const { until } = after
    const reason = mailedReason(change, after, origin === null)
    const facts = { to: workspace.ownerEmail, workspaceName: displayName, isPaused, reason, until }
    await jobs.sendMail(tx, workspace.ownerUserId, workspacePausedMail(facts, config))
  }
  return { ...workspace, pause: after }
}
