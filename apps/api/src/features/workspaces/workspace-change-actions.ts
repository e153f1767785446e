/**
 * Opens the transactions that change a workspace, its members, invitations, ownership or tokens. Each locks the workspace
 * and checks the caller again under the lock, because the caller may have lost their role since the guard checked it
 * (docs/product/workspaces.md#changes).
 */
import type { ActivityAct } from '@portal/contract/activity/activity'
import type { Endpoint } from '@portal/contract/endpoint'
import type { WorkspaceRole } from '@portal/contract/members/roles'
import type { Config } from '../../config.ts'
import type { Orm } from '../../db/database.ts'
import { checkStanding } from '../../guard/access.ts'
import { checkLimit } from '../../guard/account-limits.ts'
import type { Caller, Standing } from '../../guard/caller.ts'
import { requireOpenCredential } from '../../guard/credential-store.ts'
import type { IdempotencyKey } from '../../guard/idempotency-key.ts'
import { notFound, notSignedIn } from '../../http/errors/refusal.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Services } from '../../services.ts'
import { recordActivity } from '../activity/activity-actions.ts'
import * as store from './workspace-lock-store.ts'

type ChangeServices = Pick<Services, 'database' | 'jobs' | 'now'>

/** The caller of a request, and the address that activities record. */
interface ChangeOrigin {
  caller: Pick<Caller, 'person' | 'token' | 'sessionId'>
  request: { ip: string }
  /** Set for a creation that clients may retry. */
  idempotencyKey?: IdempotencyKey | undefined
}

/** The parts of a request that a change of its workspace needs. */
export interface WorkspaceRequest extends ChangeOrigin {
  params: { workspaceId: string }
}

/** Records an activity of the caller in the transaction of the change. */
type Recorder = (act: ActivityAct, subject?: string | null) => Promise<void>

interface Change {
  tx: Orm
  /** The time of the change. */
  at: Date
  record: Recorder
}

export interface WorkspaceChange extends Change {
  /** The locked workspace, with the caller's current role in it. */
  workspace: store.LockedWorkspace & Standing
}

export interface MembershipChange extends Change {
  /** The caller's current role in the workspace. */
  role: WorkspaceRole
}

/** Returns the function that records activities of the caller in one workspace. */
export function activityRecorder(
  tx: Orm,
  jobs: Jobs,
  { caller, request }: ChangeOrigin,
  change: { workspaceId: string; at: Date },
): Recorder {
  const { person, token } = caller
  const by = {
    ...change,
    actorUserId: person.id,
    actorTokenName: token?.name,
    ipAddress: request.ip,
  }
  return (act, subject) => recordActivity(tx, jobs, { ...by, act, subject })
}

/**
 * Runs a change in a transaction that locks the workspace, so that changes of one workspace run one after another. A change that waits
 * longer for the lock than a statement may take is refused with `DatabaseUnavailable`.
 * @throws Refusal when the caller no longer has the standing that `call` requires.
 */
export async function changeWorkspace<T>(
  { database, jobs, now }: ChangeServices,
  call: Pick<Endpoint, 'access'>,
  origin: WorkspaceRequest,
  work: (change: WorkspaceChange) => Promise<T>,
): Promise<T> {
  const { workspaceId } = origin.params
  const at = now()
  return database.transaction(async (tx) => {
    const standing = await store.lockStanding(tx, workspaceId, origin.caller.person.id)
    await requireOpenCredential(tx, origin.caller)
    const workspace = checkStanding(standing, call.access)
    return work({ tx, workspace, at, record: activityRecorder(tx, jobs, origin, { workspaceId, at }) })
  })
}

/**
 * Runs a change of something that a membership owns, such as the rotation of an API token. The lock is shared: several such changes run
 * in parallel, but none runs at the same time as `changeWorkspace`. The removal of a member therefore finds every secret that they saw.
 * @throws Refusal `NotFound` when the caller is no longer a member.
 */
export async function changeMembership<T>(
  { database, jobs, now }: ChangeServices,
  origin: WorkspaceRequest,
  work: (change: MembershipChange) => Promise<T>,
): Promise<T> {
  const { workspaceId } = origin.params
  const at = now()
  return database.transaction(async (tx) => {
    const role = await store.lockMembershipForShare(tx, workspaceId, origin.caller.person.id)
    await requireOpenCredential(tx, origin.caller)
    if (!role) throw notFound('workspace')
    return work({ tx, role, at, record: activityRecorder(tx, jobs, origin, { workspaceId, at }) })
  })
}

/**
 * Checks that a user can own one more workspace. Locks their account until the transaction ends, so that concurrent
 * transactions can't exceed the limit. Lock the workspace first if there is one.
 * @param workspaceId the workspace that the user gets, if it already exists
 * @throws Refusal `LimitReached`, or `NotSignedIn` when the account is deleted
 */
export async function checkMayOwnAnother(
  tx: Orm,
  userId: string,
  config: Config,
  workspaceId?: string,
): Promise<void> {
  // A workspace whose owner's account is deleted at the same time would have no owner.
  if (!(await store.lockOwner(tx, userId))) throw notSignedIn()
  checkLimit('workspacesOwned', await store.countOwnWorkspaces(tx, userId, workspaceId), config)
}
