/** The calls of the page that asks whether an account is the user's. See docs/product/account.md#is-it-yours. */
import { accountJoins } from '@portal/contract/account-joins/account-joins'
import type { ActivityAct } from '@portal/contract/activity/activity'
import { accountJoinListMax, restorableDays } from '@portal/contract/limits'
import { providerName } from '@portal/contract/sessions/provider-name'
import { normalizeEmail } from '@portal/contract/text/text-rules'
import type { FastifyRequest } from 'fastify'
import { ulid } from 'ulid'
import { hashOf } from '../../crypto/secrets.ts'
import type { Orm } from '../../db/database.ts'
import type { Mail } from '../../gateways/mail/mail.ts'
import { inert, type MailConfig, mailOf, securityAction } from '../../gateways/mail/mail-text.ts'
import { notFound, Refusal } from '../../http/errors/refusal.ts'
import { joinCookie } from '../../http/headers/cookies.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { recordActivity } from '../activity/activity-actions.ts'
import { listShownTokens, withdrawInvitationsBy } from '../members/left-behind-store.ts'
import { endMembership } from '../members/member-store.ts'
import { listOwnWorkspaces, lockAccountForDeletion } from '../my-data/account-deletion-store.ts'
import { tokenSubject } from '../tokens/api-token-store.ts'
import { deleteWorkspaces } from '../workspaces/workspace-deletion-store.ts'
import { findQuestion, linkJoined } from './account-join-actions.ts'
import * as joins from './account-join-store.ts'
import * as store from './account-reset-store.ts'

/** A retry is needed when the account gets a workspace or sends an invitation between the two locks. */
const maxAttempts = 5

export function accountJoinRoutes(server: Server, services: Services): void {
  const { config, database, now } = services

  /** Returns the browser's cookie. There is no session whose XSRF token could be required. */
  function secretOf(request: FastifyRequest): string {
    const secret = joinCookie.read(request, config)
    if (secret === undefined) throw notFound('question')
    if (request.headers.origin !== config.portalOrigin)
      throw new Refusal('CrossSiteRequest', 'This request did not come from the portal.')
    return secret
  }

  server.serve(accountJoins.read, async ({ request, reply }) => {
    reply.header('cache-control', 'no-store')
    const question = await findQuestion(services, joinCookie.read(request, config))
    if (!question) throw notFound('question')
    const { pending, account } = question
    const subjects = await joins.listLinkedSubjects(database.orm, account.id)
    const own = await listOwnWorkspaces(database.orm, account.id)
    return {
      email: account.email,
      openedAt: account.signupAt.toISOString(),
      ways: subjects.map(providerName),
      newWay: providerName(pending.subject),
      workspaces: own.slice(0, accountJoinListMax),
      people: await joins.listPeopleInvitedBy(database.orm, account.id),
    }
  })

  server.serve(accountJoins.confirm, async ({ request }) => {
    // The identity joins once the user has signed in to the account.
    if (!(await joins.confirmPendingJoin(database.orm, hashOf(secretOf(request)), now())))
      throw notFound('question')
    return undefined
  })

  server.serve(accountJoins.deny, async ({ body, request, reply }) => {
    const denial = { ...body, secretHash: hashOf(secretOf(request)), ipAddress: request.ip }
    for (let tries = 0; tries < maxAttempts; tries += 1) {
      if (!(await database.transaction((tx) => denyOnce(services, tx, denial)))) continue
      joinCookie.clear(reply, config)
      return undefined
    }
    throw new Refusal(
      'Conflict',
      'The workspaces of this account are changing right now. Try again in a moment.',
    )
  })
}

interface Denial {
  secretHash: Uint8Array
  keepInvitationIds: readonly string[]
  ipAddress: string
}

/**
 * Ends all access to the account, clears it, and makes the identity of the question its only way to sign in. Returns false if the
 * account got a workspace or sent an invitation before it was locked.
 * @throws Refusal `NotFound` if the question has expired or is already answered
 */
async function denyOnce(
  { config, jobs, now }: Services,
  tx: Orm,
  { secretHash, keepInvitationIds, ipAddress }: Denial,
): Promise<boolean> {
  const at = now()
  const pending = await joins.findPendingJoin(tx, secretHash, at)
  if (!pending) throw notFound('question')
  const { userId, subject, email } = pending
  const locked = await store.lockWorkspacesOf(tx, userId)
  if (!(await lockAccountForDeletion(tx, userId))) throw notFound('question')
  if ((await store.listWorkspaceIdsOf(tx, userId)).some((id) => !locked.has(id))) return false
  const isTaken = await joins.takePendingJoin(tx, secretHash, at)
  const account = await joins.findJoinableAccount(tx, userId)
  if (!isTaken || !account || normalizeEmail(account.email) !== normalizeEmail(email))
    throw notFound('question')

  const invited = await joins.listMembersInvitedBy(tx, userId)
  const members = invited.filter(({ invitationId }) => !keepInvitationIds.includes(invitationId))
  const id = ulid(at.getTime())
  const record = (workspaceId: string, act: ActivityAct, subject: string) =>
    recordActivity(tx, jobs, { actorUserId: userId, ipAddress, at, workspaceId, act, subject })
  const tokenIds = await store.listWorkingTokenIds(tx, userId, at)
  const rules = await store.removeTrustRulesBy(tx, { userId }, at)
  const withdrawn = await withdrawInvitationsBy(tx, { userId, keptIds: keepInvitationIds }, at)
  // Paused first, so that they don't receive the events recorded below.
  const paused = await store.pauseWebhooksOf(tx, userId, at)
  const ownIds = (await listOwnWorkspaces(tx, userId)).map((workspace) => workspace.id)
  // Other workspaces were handed on, and must not receive the address of this user.
  for (const { workspaceId, url } of paused.filter((webhook) => ownIds.includes(webhook.workspaceId)))
    await record(workspaceId, 'webhook.disabled', new URL(url).host)
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
  await joins.insertAccountJoin(tx, { id, userId, subject, answer: 'no', at, ipAddress, before })
  await jobs.sendMail(tx, userId, accountHandedOverMail({ to: account.email, subject }, config))
  return true
}

/** Sent when the owner of an address says that another person opened the account. */
function accountHandedOverMail({ to, subject }: { to: string; subject: string }, config: MailConfig): Mail {
  const provider = inert(providerName(subject))
  return mailOf(
    {
      to,
      subject: `Your ${config.PRODUCT_NAME} account starts over`,
      paragraphs: [
        `You signed in with ${provider} and said that another person opened the account with your email address. Its sessions, tokens and other ways to sign in have ended, and its profile is cleared.`,
        'Workspaces with other members stay. The others are deleted.',
        `If you did not say this, write to ${config.SUPPORT_EMAIL}. Our staff can undo it for ${restorableDays} days.`,
      ],
      action: securityAction(config),
    },
    config,
  )
}
