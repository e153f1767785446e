/** Starts, changes or ends a pause. Storing, recording and mailing the change succeed or fail together. */
import type { StaffAct } from '@portal/contract/staff/records/records'
import type { Orm } from '../../../db/database.ts'
import { notFound, Refusal } from '../../../http/errors/refusal.ts'
import type { Services } from '../../../services.ts'
import { recordActivity } from '../../activity/activity-store.ts'
import { withdrawInvitationsBy } from '../../members/left-behind-store.ts'
import { findMember } from '../../members/member-store.ts'
import { endClientSessions } from '../../sessions/session-store.ts'
import { recordStaffAct } from '../records/staff-record-store.ts'
import { accountPausedMail, workspacePausedMail } from './pause-mails.ts'
import { endDateReached, needsMail, type PauseChange, pauseAfter, pauseEndOf } from './pause-rules.ts'
import {
  type AccountPause,
  lockPausableAccount,
  lockPausableWorkspace,
  type PausableAccount,
  type PausableWorkspace,
  type PauseState,
  setAccountPause,
  setWorkspacePause,
} from './pause-store.ts'

type ChangeServices = Pick<Services, 'config' | 'jobs'>
type ActionServices = Pick<Services, 'config' | 'database' | 'jobs' | 'now'>

/** What staff ask for about a pause, and who asks. */
export interface PauseRequest {
  isPaused: boolean
  reason?: string | null | undefined
  until?: string | null | undefined
  /** Whether the open invitations that the user sent stay open when the pause of their account starts. */
  keepsInvitations?: boolean | undefined
  staffUserId: string
  ipAddress: string
}

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

function changeOf({ isPaused, reason, until, staffUserId }: PauseRequest, at: Date): PauseChange {
  return { isPaused, reason, until: pauseEndOf({ until }, isPaused, at), byUserId: staffUserId, at }
}

/** Starts, changes or ends a pause of an account. Staff cannot pause themselves. */
export async function pauseAccount(
  services: ActionServices,
  userId: string,
  pause: AccountPause,
  request: PauseRequest,
): Promise<PausableAccount> {
  if (userId === request.staffUserId)
    throw new Refusal(
      'Conflict',
      'You cannot start or end a pause of your own account. Ask another staff member.',
    )
  const change = changeOf(request, services.now())
  return services.database.transaction(async (tx) => {
    const account = await lockPausableAccount(tx, userId)
    if (!account) throw notFound('account')
    const isStart = change.isPaused && account[pause].since === null
    if (isStart && !request.keepsInvitations) await withdrawInvitations(tx, userId, change.at)
    return changeAccountPause(services, tx, account, pause, change, request.ipAddress)
  })
}

/** The invitations could be accepted again after the pause. The log doesn't identify the staff member. */
async function withdrawInvitations(tx: Orm, userId: string, at: Date): Promise<void> {
  for (const { workspaceId, email: subject } of await withdrawInvitationsBy(tx, { userId }, at)) {
    const act = 'member.invitation-withdrawn'
    await recordActivity(tx, { workspaceId, actorUserId: null, act, subject, ipAddress: null, at })
  }
}

/** Starts, changes or ends the quarantine of a workspace. Staff cannot pause workspaces that they belong to. */
export async function pauseWorkspace(
  services: ActionServices,
  workspaceId: string,
  request: PauseRequest,
): Promise<PausableWorkspace> {
  const change = changeOf(request, services.now())
  return services.database.transaction(async (tx) => {
    const workspace = await lockPausableWorkspace(tx, workspaceId)
    if (!workspace) throw notFound('workspace')
    if (await findMember(tx, workspaceId, request.staffUserId))
      throw new Refusal(
        'Conflict',
        'You cannot start or end a pause of a workspace that you belong to. Ask another staff member.',
      )
    return changeWorkspacePause(services, tx, workspace, change, request.ipAddress)
  })
}

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
  if (change.isPaused) await endClientSessions(tx, account.id, change.at)
  const changed = { ...account, [pause]: after }
  if (account.emailVerified && needsMail(before, after)) {
    const isStillPaused =
      !change.isPaused && (changed.quarantine.since !== null || changed.suspension.since !== null)
    const { isPaused } = change
    const { reason, until } = after
    const facts = { to: account.email, pause, isPaused, isStillPaused, reason, until }
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
    // The workspace log does not identify the staff member. Only the staff records do.
    const subject = origin === null ? endDateReached : 'by staff'
    const { at } = change
    await recordActivity(tx, { workspaceId: id, actorUserId: null, act, subject, ipAddress: null, at })
  }
  if (needsMail(before, after)) {
    const { isPaused } = change
    const { reason, until } = after
    const facts = { to: workspace.ownerEmail, workspaceName: displayName, isPaused, reason, until }
    await jobs.sendMail(tx, workspace.ownerUserId, workspacePausedMail(facts, config))
  }
  return { ...workspace, pause: after }
}
