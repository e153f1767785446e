/** Offers a workspace, and answers or withdraws the offer (docs/product/ownership.md#offers). */
import { ownershipOfferLifetimeDays } from '@portal/contract/limits'
import { type OwnershipOffer, ownership } from '@portal/contract/ownership/ownership'
import type { Orm } from '../../db/database.ts'
import { createOnce } from '../../guard/idempotency-actions.ts'
import { countMail, isFirstMail, isJustMailed } from '../../guard/mail-limits.ts'
import { notFound, Refusal } from '../../http/errors/refusal.ts'
import type { Services } from '../../services.ts'
import { findMember, lockVerifiedPersonForShare } from '../members/member-store.ts'
import { checkMayOwnAnother } from '../workspaces/ownership-limit-actions.ts'
import {
  changeWorkspace,
  type WorkspaceChange,
  type WorkspaceRequest,
} from '../workspaces/workspace-change-actions.ts'
import { ownershipOfferedMail, ownershipTakenMail } from './ownership-mails.ts'
import { offerBody } from './ownership-rules.ts'
import * as store from './ownership-store.ts'

const dayMs = 86_400_000

/**
 * Offers the workspace to a member and mails them, at most once in ten minutes. A new offer replaces the previous one. No-op when
 * the member was made the same offer within the last ten minutes.
 */
export async function offerOwnership(
  services: Services,
  origin: WorkspaceRequest,
  toUserId: string,
): Promise<OwnershipOffer> {
  return changeWorkspace(services, ownership.offer, origin, async (change) => {
    const { result } = await createOnce(change.tx, origin, change.at, async () =>
      offerBody(await offer(services, origin, change, toUserId)),
    )
    return result
  })
}

async function offer(
  { config, jobs }: Services,
  origin: WorkspaceRequest,
  { tx, workspace, at, record }: WorkspaceChange,
  toUserId: string,
): Promise<store.OfferRow> {
  const { person } = origin.caller
  const { workspaceId, displayName } = workspace
  if (toUserId === person.id) throw new Refusal('Conflict', 'You already own this workspace.')
  const member = await findMember(tx, workspaceId, toUserId)
  if (!member?.emailVerified) throw notFound('member')
  const current = await store.findOpenOffer(tx, workspaceId, at)
  if (current?.toUserId === member.userId && isJustMailed(current.createdAt, at)) return current
  const expiresAt = new Date(at.getTime() + ownershipOfferLifetimeDays * dayMs)
  await store.saveOffer(tx, {
    workspaceId,
    fromUserId: person.id,
    toUserId: member.userId,
    createdAt: at,
    expiresAt,
  })
  const mail = { to: member.email, workspaceName: displayName, from: person, expiresAt }
  const caused = { byUserId: person.id, workspaceId, to: member.email, at }
  if (await isFirstMail(tx, caused, 'ownershipOffer')) {
    const refusal = await countMail(tx, caused, config)
    if (refusal) throw refusal
    await jobs.sendMail(tx, person.id, ownershipOfferedMail(mail, config))
  }
  await record('ownership.offered', member.email)
  const saved = await store.findOpenOffer(tx, workspaceId, at)
  if (!saved) throw notFound('offer')
  return saved
}

/** Withdraws the owner's offer. */
export async function withdrawOffer(services: Services, origin: WorkspaceRequest): Promise<void> {
  await changeWorkspace(services, ownership.withdraw, origin, async ({ tx, workspace, record }) => {
    const toUserId = await store.removeOffer(tx, workspace.workspaceId)
    if (toUserId === undefined) throw notFound('offer')
    const member = await findMember(tx, workspace.workspaceId, toUserId)
    await record('ownership.offer-withdrawn', member?.email)
  })
}

/** Makes the caller the owner and the former owner an approver, and mails the former owner. */
export async function acceptOffer(services: Services, origin: WorkspaceRequest): Promise<void> {
  const { config, jobs } = services
  const { person } = origin.caller
  await changeWorkspace(services, ownership.accept, origin, async ({ tx, workspace, at, record }) => {
    const { workspaceId, displayName } = workspace
    const offer = await requireOfferTo(tx, workspaceId, person.id, at)
    await checkMayOwnAnother(tx, person.id, config)
    if (!(await lockVerifiedPersonForShare(tx, person.id, person.email))) throw notFound('offer')
    await store.moveOwnership(tx, { workspaceId, fromUserId: offer.fromUserId, toUserId: person.id })
    await store.removeOffer(tx, workspaceId)
    await record('ownership.accepted', `${offer.fromEmail} → ${offer.toEmail}`)
    const mail = { to: offer.fromEmail, workspaceName: displayName, newOwner: person }
    await jobs.sendMail(tx, person.id, ownershipTakenMail(mail, config))
  })
}

/** Declines the offer to the caller. */
export async function declineOffer(services: Services, origin: WorkspaceRequest): Promise<void> {
  await changeWorkspace(services, ownership.decline, origin, async ({ tx, workspace, at, record }) => {
    const offer = await requireOfferTo(tx, workspace.workspaceId, origin.caller.person.id, at)
    await store.removeOffer(tx, workspace.workspaceId)
    await record('ownership.declined', offer.fromEmail)
  })
}

async function requireOfferTo(
  tx: Orm,
  workspaceId: string,
  userId: string,
  now: Date,
): Promise<store.OfferRow> {
  const offer = await store.findOpenOffer(tx, workspaceId, now)
  if (offer?.toUserId !== userId) throw notFound('offer')
  return offer
}
