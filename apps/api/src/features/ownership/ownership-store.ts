/** Offers to take a workspace over: at most one a workspace (RULES section 6). */
import { and, eq, gt, isNull, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Orm } from '../../db/database.ts'
import { ownershipOffers } from '../../db/schema/invitations.ts'
import { users } from '../../db/schema/users.ts'
import { workspaceMembers, workspaces } from '../../db/schema/workspaces.ts'

const giver = alias(users, 'giver')
const taker = alias(users, 'taker')

/** Offers that can be accepted now: made by the owner there is, and not late. */
const openOffers = (db: Orm, now: Date) =>
  db
    .select({
      workspaceId: ownershipOffers.workspaceId,
      workspaceName: workspaces.displayName,
      fromUserId: ownershipOffers.fromUserId,
      fromFirstName: giver.firstName,
      fromLastName: giver.lastName,
      fromEmail: giver.email,
      toUserId: ownershipOffers.toUserId,
      toFirstName: taker.firstName,
      toLastName: taker.lastName,
      toEmail: taker.email,
      createdAt: ownershipOffers.createdAt,
      expiresAt: ownershipOffers.expiresAt,
    })
    .from(ownershipOffers)
    .innerJoin(
      workspaces,
      and(
        eq(workspaces.id, ownershipOffers.workspaceId),
        eq(workspaces.creatorUserId, ownershipOffers.fromUserId),
        isNull(workspaces.deletedAt),
        gt(ownershipOffers.expiresAt, now),
      ),
    )
    .innerJoin(giver, eq(giver.id, ownershipOffers.fromUserId))
    .innerJoin(taker, eq(taker.id, ownershipOffers.toUserId))

/** To a person and by them. */
export async function listOpenOffers(db: Orm, userId: string, now: Date) {
  return openOffers(db, now)
    .where(or(eq(ownershipOffers.toUserId, userId), eq(ownershipOffers.fromUserId, userId)))
    .orderBy(ownershipOffers.createdAt, ownershipOffers.workspaceId)
}

export async function findOpenOffer(db: Orm, workspaceId: string, now: Date) {
  const [row] = await openOffers(db, now).where(eq(ownershipOffers.workspaceId, workspaceId))
  return row
}
export type OfferRow = NonNullable<Awaited<ReturnType<typeof findOpenOffer>>>

/** A new offer takes the place of the old one. */
export async function saveOffer(tx: Orm, offer: typeof ownershipOffers.$inferInsert): Promise<void> {
  const { workspaceId: _, ...rest } = offer
  await tx
    .insert(ownershipOffers)
    .values(offer)
    .onConflictDoUpdate({ target: ownershipOffers.workspaceId, set: rest })
}

/** Takes the offer away; whom it was to, or undefined when there was none. */
export async function removeOffer(tx: Orm, workspaceId: string): Promise<string | undefined> {
  const [row] = await tx
    .delete(ownershipOffers)
    .where(eq(ownershipOffers.workspaceId, workspaceId))
    .returning({ toUserId: ownershipOffers.toUserId })
  return row?.toUserId
}

/** Whether there was one to that person. */
export async function removeOfferTo(tx: Orm, workspaceId: string, userId: string): Promise<boolean> {
  const removed = await tx
    .delete(ownershipOffers)
    .where(and(eq(ownershipOffers.workspaceId, workspaceId), eq(ownershipOffers.toUserId, userId)))
    .returning({ toUserId: ownershipOffers.toUserId })
  return removed.length > 0
}

const isMembership = (workspaceId: string, userId: string) =>
  and(eq(workspaceMembers.workspaceId, workspaceId), eq(workspaceMembers.userId, userId))

/**
 * The owner becomes an APPROVER, the other the owner, and the one whom answers call the creator. In this order: at no
 * moment are there two. Call it under the workspace's lock.
 */
export async function moveOwnership(
  tx: Orm,
  move: { workspaceId: string; fromUserId: string; toUserId: string },
): Promise<void> {
  const { workspaceId, fromUserId, toUserId } = move
  await tx
    .update(workspaceMembers)
    .set({ role: 'APPROVER' })
    .where(and(isMembership(workspaceId, fromUserId), eq(workspaceMembers.role, 'OWNER')))
  await tx.update(workspaceMembers).set({ role: 'OWNER' }).where(isMembership(workspaceId, toUserId))
  await tx.update(workspaces).set({ creatorUserId: toUserId }).where(eq(workspaces.id, workspaceId))
}
