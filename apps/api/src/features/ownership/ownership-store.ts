/** Stores ownership offers. A workspace has at most one. */
import type { OwnershipOffer } from '@portal/contract/ownership/ownership'
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Orm } from '../../db/database.ts'
import type { ListPage } from '../../http/lists/list-page.ts'
import { users } from '../account/user-table.ts'
import { workspaceMembers } from '../members/member-table.ts'
import { isMembership } from '../workspaces/workspace-lock-store.ts'
import { workspaces } from '../workspaces/workspace-table.ts'
import { ownershipOffers } from './ownership-table.ts'

const sender = alias(users, 'sender')
const recipient = alias(users, 'recipient')

/** The service accounts of the workspace by name, each with its trust rules. They act in the owner's name. */
const actingForOwner = sql<OwnershipOffer['serviceAccounts']>`coalesce((
  select json_agg(json_build_object('id', accounts.id, 'name', accounts.name, 'trustRules', coalesce((
    select json_agg(json_build_object('id', rules.id, 'name', rules.name) order by rules.id)
    from trust_rules rules where rules.service_account_id = accounts.id
  ), '[]'::json)) order by accounts.name_key collate "C")
  from service_accounts accounts
  where accounts.workspace_id = ${ownershipOffers.workspaceId} and accounts.deleted_at is null
), '[]'::json)`

/** Those that send events now and stop when the recipient becomes the owner. */
const stoppedWebhooks = sql<number>`(
  select count(*)::int from webhooks
  where webhooks.workspace_id = ${ownershipOffers.workspaceId} and webhooks.disabled_at is null
    and webhooks.confirmed_by_user_id = ${ownershipOffers.fromUserId}
)`

/**
 * Selects the offers that can be accepted: made by the current owner, and not expired. A paused owner's workspaces don't move to another
 * account.
 */
const selectOpenOffers = (db: Orm, now: Date) =>
  db
    .select({
      workspaceId: ownershipOffers.workspaceId,
      workspaceName: workspaces.displayName,
      fromUserId: ownershipOffers.fromUserId,
      fromFirstName: sender.firstName,
      fromLastName: sender.lastName,
      fromEmail: sender.email,
      toUserId: ownershipOffers.toUserId,
      toFirstName: recipient.firstName,
      toLastName: recipient.lastName,
      toEmail: recipient.email,
      createdAt: ownershipOffers.createdAt,
      expiresAt: ownershipOffers.expiresAt,
      serviceAccounts: actingForOwner,
      webhookCount: stoppedWebhooks,
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
    .innerJoin(
      sender,
      and(
        eq(sender.id, ownershipOffers.fromUserId),
        isNull(sender.quarantinedAt),
        isNull(sender.suspendedAt),
      ),
    )
    .innerJoin(recipient, eq(recipient.id, ownershipOffers.toUserId))

export type OfferKey = readonly [createdAt: string, workspaceId: string]

/** Lists a page of the open offers from and to a user, oldest first. */
export async function listOpenOffers(
  db: Orm,
  { userId, now }: { userId: string; now: Date },
  { limit, after }: ListPage<OfferKey>,
) {
  const { createdAt, workspaceId } = ownershipOffers
  return selectOpenOffers(db, now)
    .where(
      and(
        or(eq(ownershipOffers.toUserId, userId), eq(ownershipOffers.fromUserId, userId)),
        after && sql`(${createdAt}, ${workspaceId}) > (${after[0]}::timestamptz, ${after[1]})`,
      ),
    )
    .orderBy(createdAt, workspaceId)
    .limit(limit)
}

export async function findOpenOffer(db: Orm, workspaceId: string, now: Date) {
  const [row] = await selectOpenOffers(db, now).where(eq(ownershipOffers.workspaceId, workspaceId))
  return row
}
export type OfferRow = NonNullable<Awaited<ReturnType<typeof findOpenOffer>>>

/** Saves an offer. It replaces the workspace's previous offer. */
export async function saveOffer(tx: Orm, offer: typeof ownershipOffers.$inferInsert): Promise<void> {
  const { workspaceId: _, ...rest } = offer
  await tx
    .insert(ownershipOffers)
    .values(offer)
    .onConflictDoUpdate({ target: ownershipOffers.workspaceId, set: rest })
}

/** Removes the offer of a workspace. Returns the id of its recipient, or undefined when there was none. */
export async function removeOffer(tx: Orm, workspaceId: string): Promise<string | undefined> {
  const [row] = await tx
    .delete(ownershipOffers)
    .where(eq(ownershipOffers.workspaceId, workspaceId))
    .returning({ toUserId: ownershipOffers.toUserId })
  return row?.toUserId
}

/** Removes the offer to a user. Returns whether there was one. */
export async function removeOfferTo(tx: Orm, workspaceId: string, userId: string): Promise<boolean> {
  const removed = await tx
    .delete(ownershipOffers)
    .where(and(eq(ownershipOffers.workspaceId, workspaceId), eq(ownershipOffers.toUserId, userId)))
    .returning({ toUserId: ownershipOffers.toUserId })
  return removed.length > 0
}

/**
 * Makes the former owner an APPROVER, then the recipient the owner and creator. In this order the workspace never has two
 * owners. They learn their new roles from other mails than members do. The new owner still confirms a URL that they did
 * not set, and the instance gets a new secret. Call it under the workspace's lock.
 */
export async function moveOwnership(
  tx: Orm,
  move: { workspaceId: string; fromUserId: string; toUserId: string },
): Promise<void> {
  const { workspaceId, fromUserId, toUserId } = move
  await tx
    .update(workspaceMembers)
    .set({ role: 'APPROVER', mailedRole: null })
    .where(and(isMembership({ workspaceId, userId: fromUserId }), eq(workspaceMembers.role, 'OWNER')))
  await tx
    .update(workspaceMembers)
    .set({ role: 'OWNER', mailedRole: null })
    .where(isMembership({ workspaceId, userId: toUserId }))
  await tx
    .update(workspaces)
    .set({
      creatorUserId: toUserId,
      addressSetByUserId: sql`coalesce(${workspaces.addressSetByUserId}, ${fromUserId})`,
      token: '',
    })
    .where(eq(workspaces.id, workspaceId))
}
