/** Deleting an account. See docs/product/account.md#deleting-the-account. */
import { restorableDays } from '@portal/contract/limits'
import { blockedDeletionAdvice, myData } from '@portal/contract/my-data/my-data'
import { normalizeEmail } from '@portal/contract/text/text-rules'
import type { Orm } from '../../db/database.ts'
import type { Mail } from '../../gateways/mail/mail.ts'
import { type MailConfig, mailOf } from '../../gateways/mail/mail-text.ts'
import type { Caller } from '../../guard/caller.ts'
import { requireOpenCredential } from '../../guard/credential-store.ts'
import { invalid, notFound, Refusal } from '../../http/errors/refusal.ts'
import { clearSessionCookies } from '../../http/headers/cookies.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { recordActivity } from '../activity/activity-actions.ts'
import { listLeftBehind, withdrawInvitationsBy } from '../members/left-behind-store.ts'
import { deleteWorkspaces } from '../workspaces/workspace-deletion-store.ts'
import * as store from './account-deletion-store.ts'

/** A retry is needed when the user receives a workspace between the two locks. The retry locks it too. */
const maxAttempts = 5

/** The most workspaces that the error names. */
const maxNamed = 5

const isBlocking = ({ memberCount }: store.OwnWorkspace) => memberCount > 1

export function accountDeletionRoutes(server: Server, services: Services): void {
  const { config, database, now } = services
  const db = database.orm

  server.serve(myData.deletionPreview, async ({ caller }) => {
    const { id, emailVerified } = caller.person
    // Staff may have created workspaces for an unverified address, which gives no access to them.
    const own = emailVerified ? await store.listOwnWorkspaces(db, id) : []
    const joined = emailVerified ? await store.listJoinedWorkspaces(db, id) : []
    const left = await listLeftBehind(db, { userId: id, workspaceIds: joined.map((row) => row.id) }, now())
    const leftBehind = joined.map((workspace) => {
      const isHere = (row: { workspaceId: string }) => row.workspaceId === workspace.id
      const { invitations, shownTokens, trustRules } = left
      return {
        workspace,
        invitations: invitations.filter(isHere),
        shownTokens: shownTokens.filter(isHere),
        trustRules: trustRules.filter(isHere),
      }
    })
    return {
      blockedBy: own.filter(isBlocking),
      goesWith: own.filter((workspace) => !isBlocking(workspace)),
      leftBehind: leftBehind.filter(
        ({ invitations, shownTokens, trustRules }) =>
          invitations.length + shownTokens.length + trustRules.length > 0,
      ),
    }
  })

  server.serve(myData.deleteAccount, async ({ body, caller, request, reply }) => {
    const { person } = caller
    if (normalizeEmail(body.confirmation) !== normalizeEmail(person.email))
      throw invalid('confirmation', 'Type the email address of your account to confirm.')
    await deleteAccount(services, caller, request.ip)
    clearSessionCookies(reply, config)
    return undefined
  })
}

/**
 * Deletes an account and the workspaces where the user is the only member, in one transaction. All get the same
 * deletion date, by which restoring the account finds the workspaces. Every membership, session and token of the user
 * ends, and the open invitations that they sent are withdrawn.
 * @throws Conflict if the user owns workspaces with other members.
 */
async function deleteAccount(services: Services, caller: Caller, ipAddress: string): Promise<void> {
  const { database } = services
  for (let tries = 0; tries < maxAttempts; tries += 1) {
    const isDone = await database.transaction((tx) => deleteOnce(services, tx, caller, ipAddress))
    if (isDone) return
  }
  throw new Refusal('Conflict', 'Your workspaces are changing right now. Try again in a moment.')
}

async function deleteOnce(
  { config, jobs, now }: Services,
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
    await recordActivity(tx, jobs, { ...activity, workspaceId, act: 'workspace.deleted', subject })
  for (const workspaceId of await store.leaveAllWorkspaces(tx, userId))
    await recordActivity(tx, jobs, { ...activity, workspaceId, act: 'member.left', subject: email })
  for (const { workspaceId, email: subject } of await withdrawInvitationsBy(tx, { userId }, at))
    await recordActivity(tx, jobs, { ...activity, workspaceId, act: 'member.invitation-withdrawn', subject })
  await store.endAllAccess(tx, userId, at)
  await store.markAccountDeleted(tx, userId, at)
  await jobs.send(tx, 'billing.end-subscription', { userId })
  if (emailVerified) await jobs.sendMail(tx, userId, accountDeletedMail(email, config))
  return true
}

/** Throws `Conflict` if the user owns workspaces with other members, because those would have no owner. */
function checkDeletable(own: readonly store.OwnWorkspace[]): void {
  const blocking = own.filter(isBlocking)
  if (blocking.length === 0) return
  const named = blocking.slice(0, maxNamed).map(({ displayName }) => `“${displayName}”`)
  const more = blocking.length - named.length
  const names = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ')
  throw new Refusal('Conflict', `You own workspaces with other members: ${names}. ${blockedDeletionAdvice}`)
}

function accountDeletedMail(to: string, config: MailConfig): Mail {
  return mailOf(
    {
      to,
      subject: `Your ${config.PRODUCT_NAME} account has been deleted`,
      paragraphs: [
        'Your account and every workspace where you were the only member have been deleted. You are no longer a member of any other workspace, and the open invitations that you sent have been withdrawn.',
        'You have been signed out everywhere, and your API tokens no longer work.',
        `If you did not delete your account, or you want it back, write to ${config.SUPPORT_EMAIL} within ${restorableDays} days. After ${restorableDays} days it can’t be restored.`,
      ],
    },
    config,
  )
}
