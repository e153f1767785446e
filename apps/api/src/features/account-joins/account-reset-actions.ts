/**
 * Hands an account to the owner of its address, who says that another person opened it. See
 * docs/product/account.md#is-it-yours.
 */
import type { ActivityAct } from '@portal/contract/activity/activity'
import { normalizeEmail } from '@portal/contract/text/text-rules'
import { ulid } from 'ulid'
import { hashOf } from '../../crypto/secrets.ts'
import type { Orm } from '../../db/database.ts'
import { notFound, Refusal } from '../../http/errors/refusal.ts'
import type { Services } from '../../services.ts'
import { recordActivity } from '../activity/activity-store.ts'
import { listShownTokens, withdrawInvitationsBy } from '../members/left-behind-store.ts'
import { endMembership } from '../members/member-store.ts'
import { listOwnWorkspaces, lockAccountForDeletion } from '../my-data/account-deletion-store.ts'
import { tokenSubject } from '../tokens/api-token-store.ts'
import { deleteWorkspaces } from '../workspaces/workspace-deletion-store.ts'
import { linkJoined } from './account-join-actions.ts'
import { accountHandedOverMail } from './account-join-mails.ts'
import * as joins from './account-join-store.ts'
import * as store from './account-reset-store.ts'

type ResetServices = Pick<Services, 'config' | 'database' | 'jobs' | 'now'>

export interface Denial {
  secret: string
  keepInvitationIds: readonly string[]
  ipAddress: string
}

/** A retry is needed when the account gets a workspace or sends an invitation between the two locks. */
const maxAttempts = 5

/**
 * Ends all access to the account, clears it, and makes the identity of the question its only way to sign in.
 * @throws Refusal `NotFound` if the question has expired or is already answered
 */
export async function denyAccount(services: ResetServices, denial: Denial): Promise<void> {
  for (let tries = 0; tries < maxAttempts; tries += 1) {
    const isDone = await services.database.transaction((tx) => denyOnce(services, tx, denial))
    if (isDone) return
  }
  throw new Refusal(
    'Conflict',
    'The workspaces of this account are changing right now. Try again in a moment.',
  )
}

async function denyOnce(
  { config, jobs, now }: ResetServices,
  tx: Orm,
  { secret, keepInvitationIds, ipAddress }: Denial,
): Promise<boolean> {
  const at = now()
  const pending = await joins.findPendingJoin(tx, hashOf(secret), at)
  if (!pending) throw notFound('question')
  const { userId, subject, email } = pending
  const locked = await store.lockWorkspacesOf(tx, userId)
  if (!(await lockAccountForDeletion(tx, userId))) throw notFound('question')
  if ((await store.listWorkspaceIdsOf(tx, userId)).some((id) => !locked.has(id))) return false
  const isTaken = await joins.takePendingJoin(tx, hashOf(secret), at)
  const account = await joins.findJoinableAccount(tx, userId)
  if (!isTaken || !account || normalizeEmail(account.email) !== normalizeEmail(email))
    throw notFound('question')

  const invited = await joins.listMembersInvitedBy(tx, userId)
  const members = invited.filter(({ invitationId }) => !keepInvitationIds.includes(invitationId))
  const id = ulid(at.getTime())
  const record = (workspaceId: string, act: ActivityAct, subject: string) =>
    recordActivity(tx, { actorUserId: userId, ipAddress, at, workspaceId, act, subject })
  const tokenIds = await store.listWorkingTokenIds(tx, userId, at)
  const rules = await store.removeTrustRulesBy(tx, { userId }, at)
  const withdrawn = await withdrawInvitationsBy(tx, { userId, keptIds: keepInvitationIds }, at)
  for (const { workspaceId, userId: memberId, email: address } of members) {
    const member = { workspaceId, userId: memberId }
    await endMembership(tx, member, userId, at)
    await record(workspaceId, 'member.removed', address)
    withdrawn.push(...(await withdrawInvitationsBy(tx, member, at)))
    const shown = await listShownTokens(tx, { userId: memberId, workspaceIds: [workspaceId] }, at)
    tokenIds.push(...shown.map((token) => token.id))
    rules.push(...(await store.removeTrustRulesBy(tx, member, at)))
  }
  const before = {
    ...store.profileBefore(account),
    subjects: await joins.listLinkedSubjects(tx, userId),
    tokenIds,
    trustRules: rules.map(({ serviceAccountName: _name, ...rule }) => rule),
    invitationIds: withdrawn.map((invitation) => invitation.id),
    members: members.map(({ workspaceId, userId: memberId, role, joinedAt }) => ({
      workspaceId,
      userId: memberId,
      role,
      joinedAt: joinedAt.toISOString(),
    })),
  }
  for (const { workspaceId, email: address } of withdrawn)
    await record(workspaceId, 'member.invitation-withdrawn', address)
  for (const { workspaceId, name, serviceAccountName } of rules)
    await record(workspaceId, 'trust-rule.deleted', `${serviceAccountName}: ${name}`)
  for (const { id: workspaceId, displayName, memberCount } of await listOwnWorkspaces(tx, userId)) {
    if (memberCount > 1) continue
    await deleteWorkspaces(tx, { ownerUserId: userId, workspaceId }, at)
    await record(workspaceId, 'workspace.deleted', displayName)
  }
  for (const { workspaceId, ...token } of await store.endAllAccessOf(tx, userId, tokenIds, at))
    await record(workspaceId, 'token.revoked', tokenSubject(token))
  await store.distrustAddresses(tx, userId, id)
  await joins.removePendingJoinsOf(tx, userId)
  await linkJoined(tx, { subject, email, userId }, at)
  await store.clearAccount(tx, userId, subject)
  await joins.insertAccountJoin(tx, {
    id,
    userId,
    subject,
    answer: 'no',
    at,
    ipAddress,
    before,
  })
  await jobs.sendMail(tx, userId, accountHandedOverMail({ to: account.email, subject }, config))
  return true
}
