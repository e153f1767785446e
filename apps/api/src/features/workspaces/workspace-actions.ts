/** Creates, changes, deletes and restores workspaces. Each action records its activities in its transaction. */

import { restorableDays } from '@portal/contract/limits'
import { cleanLine } from '@portal/contract/text/clean-line'
import { type NewWorkspace, type WorkspaceSave, workspaces } from '@portal/contract/workspaces/workspaces'
import { ulid } from 'ulid'
import { checkLimit } from '../../guard/account-limits.ts'
import type { Caller } from '../../guard/caller.ts'
import { requireFreshSignIn } from '../../guard/fresh-sign-in.ts'
import { createOnce } from '../../guard/idempotency-actions.ts'
import { countMail } from '../../guard/mail-limits.ts'
import { invalid, notFound, Refusal } from '../../http/errors/refusal.ts'
import type { Services } from '../../services.ts'
import { requireOpenCredential } from '../sessions/session-actions.ts'
import { revokeTokensOf } from '../tokens/token-store.ts'
import { checkMayOwnAnother } from './ownership-limit-actions.ts'
import {
  activityRecorder,
  type ChangeOrigin,
  changeWorkspace,
  type WorkspaceRequest,
} from './workspace-change-actions.ts'
import { planChange } from './workspace-change-rules.ts'
import { findChangeable, updateWorkspace } from './workspace-change-store.ts'
import { countDeletedWorkspaces, deleteWorkspaces, restoreWorkspace } from './workspace-deletion-store.ts'
import { workspaceDeletedMail } from './workspace-mails.ts'
import { instanceOf } from './workspace-rules.ts'
import { insertWorkspace } from './workspace-store.ts'

/** How long an owner can restore a deleted workspace. */
export const restorableMs = restorableDays * 86_400_000

/** Creates a workspace that the caller owns, once per idempotency key, and returns its id. */
export async function createWorkspace(
  { config, database, now }: Services,
  origin: ChangeOrigin,
  wanted: NewWorkspace,
): Promise<string> {
  const { person } = origin.caller
  const instance = instanceOf(wanted.instanceUrl, config)
  if ('problem' in instance) throw invalid('instanceUrl', instance.problem ?? '')
  const at = now()
  const displayName = cleanLine(wanted.displayName)
  return database.transaction(async (tx) => {
    const { result } = await createOnce(tx, origin, at, async () => {
      await checkMayOwnAnother(tx, person.id, config)
      await requireOpenCredential(tx, origin.caller)
      const since = new Date(at.getTime() - restorableMs)
      checkLimit('workspacesRestorable', await countDeletedWorkspaces(tx, person.id, since), config)
      const id = ulid(at.getTime())
      await insertWorkspace(tx, {
        workspace: {
          id,
          displayName,
          description: cleanLine(wanted.description ?? '') || null,
          ...instance,
          isApprovalsEnabled: wanted.approvalsEnabled ?? false,
          creatorUserId: person.id,
          token: '',
          createdAt: at,
        },
        isDefault: wanted.isDefault ?? false,
        isFavourite: wanted.isFavourite ?? false,
        isHidden: wanted.isHidden ?? false,
      })
      await activityRecorder(tx, origin, { workspaceId: id, at })('workspace.created', displayName)
      return id
    })
    return result
  })
}

/** Saves the owner's changes. Only fields that differ are written and recorded. */
export async function saveWorkspace(
  services: Services,
  call: typeof workspaces.update | typeof workspaces.setApprovals,
  origin: WorkspaceRequest & { caller: Pick<Caller, 'authenticatedAt' | 'token'> },
  change: WorkspaceSave,
): Promise<void> {
  const { workspaceId } = origin.params
  await changeWorkspace(services, call, origin, async ({ tx, at, record }) => {
    const current = await findChangeable(tx, workspaceId)
    if (!current) throw notFound('workspace')
    const planned = planChange(current, change, services.config)
    if (planned.set.instanceUrl !== undefined) {
      if (origin.caller.token) throw new Refusal('NotAllowed', "A token can't change the URL of a workspace.")
      requireFreshSignIn(origin.caller, services.config, at)
    }
    await updateWorkspace(tx, workspaceId, planned.set)
    // The previous instance must not keep access to the workspace.
    if (planned.isMoved)
      await revokeTokensOf(tx, { workspaceId, kind: 'instance' }, origin.caller.person.id, at)
    for (const { act, subject } of planned.activities) await record(act, subject)
  })
}

/** Deletes a workspace. Its owner can restore it for `restorableMs`. */
export async function deleteWorkspace(services: Services, origin: WorkspaceRequest): Promise<void> {
  const ownerUserId = origin.caller.person.id
  await changeWorkspace(services, workspaces.delete, origin, async ({ tx, workspace, at, record }) => {
    await deleteWorkspaces(tx, { ownerUserId, workspaceId: workspace.workspaceId }, at)
    await record('workspace.deleted', workspace.displayName)
    const { email: to } = origin.caller.person
    const caused = {
      byUserId: ownerUserId,
      workspaceId: workspace.workspaceId,
      to,
      at,
      about: 'deletion',
    } as const
    if (await countMail(tx, caused, services.config)) return
    const facts = { to, workspaceName: workspace.displayName, restorableDays }
    await services.jobs.sendMail(tx, ownerUserId, workspaceDeletedMail(facts, services.config))
  })
}

/** Restores a workspace that the caller owned when it was deleted. */
export async function restoreDeletedWorkspace(
  { config, database, now }: Services,
  origin: WorkspaceRequest,
): Promise<void> {
  const { workspaceId } = origin.params
  const at = now()
  await database.transaction(async (tx) => {
    const own = { ownerUserId: origin.caller.person.id, workspaceId }
    const isRestored = await restoreWorkspace(tx, own, new Date(at.getTime() - restorableMs))
    if (!isRestored) throw notFound('deleted workspace')
    await checkMayOwnAnother(tx, own.ownerUserId, config, workspaceId)
    await activityRecorder(tx, origin, { workspaceId, at })('workspace.restored')
  })
}
