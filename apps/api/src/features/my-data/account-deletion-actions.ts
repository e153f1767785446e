import { restorableDays } from '@portal/contract/limits'
import type { Orm } from '../../db/database.ts'
import type { Caller } from '../../guard/caller.ts'
import { requireOpenCredential } from '../../guard/credential-store.ts'
import { notFound, Refusal } from '../../http/errors/refusal.ts'
import type { Services } from '../../services.ts'
import { recordActivity } from '../activity/activity-store.ts'
import { withdrawInvitationsBy } from '../members/left-behind-store.ts'
import { deleteWorkspaces } from '../workspaces/workspace-deletion-store.ts'
import { accountDeletedMail } from './account-deletion-mails.ts'
import { checkDeletable } from './account-deletion-rules.ts'
import * as store from './account-deletion-store.ts'

type DeletionServices = Pick<Services, 'config' | 'database' | 'jobs' | 'now'>

/** A retry is needed when the user receives a workspace between the two locks. The retry locks it too. */
const maxAttempts = 5

/**
 * Deletes an account and the workspaces where the user is the only member, in one transaction. All get the same
 * deletion date, by which restoring the account finds the workspaces. Every membership, session and token of the user
 * ends, and the open invitations that they sent are withdrawn.
 * @throws Conflict if the user owns workspaces with other members.
 */
export async function deleteAccount(
  services: DeletionServices,
  caller: Caller,
  ipAddress: string,
): Promise<void> {
  const { database } = services
  for (let tries = 0; tries < maxAttempts; tries += 1) {
    const isDone = await database.transaction((tx) => deleteOnce(services, tx, caller, ipAddress))
    if (isDone) return
  }
  throw new Refusal('Conflict', 'Your workspaces are changing right now. Try again in a moment.')
}

async function deleteOnce(
  { config, jobs, now }: DeletionServices,
  tx: Orm,
  caller: Caller,
  ipAddress: string,
): Promise<boolean> {
  const at = now()
  const { id: userId, email, emailVerified } = caller.person
  const locked = await store.lockOwnWorkspaces(tx, userId)
  if (!(await store.lockAccountForDeletion(tx, userId))) throw notFound('account')
  await requireOpenCredential(tx, caller)
  const own = await store.listOwnWorkspaces(tx, userId)
  if (own.some(({ id }) => !locked.has(id))) return false
  checkDeletable(own)
  const activity = { actorUserId: userId, ipAddress, at }
  await deleteWorkspaces(tx, { ownerUserId: userId }, at)
  for (const { id: workspaceId, displayName: subject } of own)
    await recordActivity(tx, { ...activity, workspaceId, act: 'workspace.deleted', subject })
  for (const workspaceId of await store.leaveAllWorkspaces(tx, userId))
    await recordActivity(tx, { ...activity, workspaceId, act: 'member.left', subject: email })
  for (const { workspaceId, email: subject } of await withdrawInvitationsBy(tx, { userId }, at))
    await recordActivity(tx, { ...activity, workspaceId, act: 'member.invitation-withdrawn', subject })
  await store.endAllAccess(tx, userId, at)
  await store.markAccountDeleted(tx, userId, at)
  await jobs.send(tx, 'billing.end-subscription', { userId })
  if (emailVerified)
    await jobs.sendMail(tx, userId, accountDeletedMail({ to: email, restorableDays }, config))
  return true
}
