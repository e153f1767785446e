/** A pause begins, changes or ends: it is kept, recorded and told, all or nothing (RULES sections 3, 4 and 9). */
import type { StaffAct } from '@portal/contract/staff'
import type { Orm } from '../../../db/database.ts'
import type { Services } from '../../../services.ts'
import { accountPausedMail } from '../../account/account-mails.ts'
import { recordActivity } from '../../activity/activity-store.ts'
import { recordStaffAct } from '../records/staff-record-store.ts'
import { workspacePausedMail } from './pause-mails.ts'
import { endDateCame, isWorthTelling, type PauseChange, pauseAfter } from './pause-rules.ts'
import {
  type AccountPause,
  type PausableAccount,
  type PausableWorkspace,
  type PauseState,
  setAccountPause,
  setWorkspacePause,
} from './pause-store.ts'

type ChangeServices = Pick<Services, 'config' | 'jobs'>

/** From where staff asked; null when a pause ends by itself. */
type Origin = string | null

const actsOf = {
  quarantine: ['person.quarantined', 'person.unquarantined', 'quarantinedAt'],
  suspension: ['person.suspended', 'person.unsuspended', 'suspendedAt'],
} as const satisfies Record<AccountPause, readonly [StaffAct, StaffAct, string]>

/** What the record keeps of a pause. Not who of staff it was: that stands beside it. */
const factsOf = (sinceName: string, { since, until, reason }: PauseState) => ({
  [sinceName]: since,
  until,
  reason,
})

const recordOf = (change: PauseChange, origin: Origin) => ({
  staffUserId: change.byUserId,
  reason: origin === null ? endDateCame : change.reason,
  ipAddress: origin,
  at: change.at,
})

const automatic = (origin: Origin) => (origin === null ? { automatic: true } : {})

/** Call it under the account's lock. Sessions live on, confined; tokens are refused while the pause lasts. */
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
  const [begun, ended, sinceName] = actsOf[pause]
  await recordStaffAct(tx, {
    ...recordOf(change, origin),
    act: change.isPaused ? begun : ended,
    aboutUserId: account.id,
    before: factsOf(sinceName, before),
    after: { ...factsOf(sinceName, after), ...automatic(origin) },
  })
  await setAccountPause(tx, account.id, pause, after)
  const changed = { ...account, [pause]: after }
  if (isWorthTelling(before, after)) {
    const isStillPaused =
      !change.isPaused && (changed.quarantine.since !== null || changed.suspension.since !== null)
    const { isPaused } = change
    const { reason, until } = after
    const facts = { to: account.email, pause, isPaused, isStillPaused, reason, until }
    await jobs.send(tx, 'mail.send', accountPausedMail(facts, config))
  }
  return changed
}

/** Call it under the workspace's lock. Its tokens are refused while the pause lasts, and not revoked. */
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
    // Which member of staff it was, and from where, stands in the staff records alone.
    const subject = origin === null ? endDateCame : 'by staff'
    const { at } = change
    await recordActivity(tx, { workspaceId: id, actorUserId: null, act, subject, ipAddress: null, at })
  }
  if (isWorthTelling(before, after)) {
    const { isPaused } = change
    const { reason, until } = after
    const facts = { to: workspace.ownerEmail, workspaceName: displayName, isPaused, reason, until }
    await jobs.send(tx, 'mail.send', workspacePausedMail(facts, config))
  }
  return { ...workspace, pause: after }
}
