/** Records attempts to exchange identity tokens. */
import { type CountedReason, listedExchanges } from '@portal/contract/trust-rules'
import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import { ulid } from 'ulid'
import { deleteInChunks } from '../../db/chunks.ts'
import type { Orm } from '../../db/database.ts'
import { serviceAccounts } from '../../db/schema/service-accounts.ts'
import { exchangeCounts, tokenExchanges, usedIdentityTokens } from '../../db/schema/trust-rules.ts'
import { workspaces } from '../../db/schema/workspaces.ts'

const accountColumns = {
  id: serviceAccounts.id,
  workspaceId: serviceAccounts.workspaceId,
  name: serviceAccounts.name,
  ownerUserId: workspaces.creatorUserId,
  isPaused: sql<boolean>`${serviceAccounts.disabledAt} is not null or ${workspaces.quarantinedAt} is not null`,
} as const

const selectAccount = (db: Orm, serviceAccountId: string) =>
  db
    .select(accountColumns)
    .from(serviceAccounts)
    .innerJoin(workspaces, eq(workspaces.id, serviceAccounts.workspaceId))
    .where(
      and(
        eq(serviceAccounts.id, serviceAccountId),
        isNull(serviceAccounts.deletedAt),
        isNull(workspaces.deletedAt),
      ),
    )

/** Finds a service account by its id alone, as a pipeline names it. */
export async function findExchangeAccount(db: Orm, serviceAccountId: string) {
  const [row] = await selectAccount(db, serviceAccountId)
  return row
}
export type ExchangeAccount = NonNullable<Awaited<ReturnType<typeof findExchangeAccount>>>

/**
 * Locks the workspace, so that disabling the service account, deleting it or deleting a trust rule waits until the new token
 * is stored and can be revoked, and concurrent exchanges can't exceed the limit of tokens. Returns the current state.
 */
export async function holdExchangeAccount(tx: Orm, serviceAccountId: string, workspaceId: string) {
  await tx
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId))
    .for('no key update')
  const [row] = await selectAccount(tx, serviceAccountId)
  return row
}

/** Marks a token as used. Returns false when it was used before, including by a concurrent transaction. */
export async function markIdentityTokenUsed(
  tx: Orm,
  tokenHash: Uint8Array,
  expiresAt: Date,
): Promise<boolean> {
  const marked = await tx
    .insert(usedIdentityTokens)
    .values({ tokenHash, expiresAt })
    .onConflictDoNothing()
    .returning({ expiresAt: usedIdentityTokens.expiresAt })
  return marked.length > 0
}

export async function removeExpiredIdentityTokens(db: Orm, now: Date): Promise<void> {
  await deleteInChunks(db, usedIdentityTokens, lt(usedIdentityTokens.expiresAt, now))
}

export type ExchangeRow = typeof tokenExchanges.$inferSelect

/** Records an attempt and deletes those that are no longer listed. */
export async function insertExchange(
  db: Orm,
  row: Omit<typeof tokenExchanges.$inferInsert, 'id'>,
): Promise<void> {
  await db.insert(tokenExchanges).values({ id: ulid(row.at.getTime()), ...row })
  const [oldest] = await selectExchanges(db, row.serviceAccountId)
    .offset(listedExchanges - 1)
    .limit(1)
  if (oldest)
    await db
      .delete(tokenExchanges)
      .where(and(eq(tokenExchanges.serviceAccountId, row.serviceAccountId), lt(tokenExchanges.id, oldest.id)))
}

const selectExchanges = (db: Orm, serviceAccountId: string) =>
  db
    .select()
    .from(tokenExchanges)
    .where(eq(tokenExchanges.serviceAccountId, serviceAccountId))
    .orderBy(desc(tokenExchanges.id))
    .$dynamic()

/** Lists the latest attempts, newest first. */
export async function listExchanges(db: Orm, serviceAccountId: string): Promise<ExchangeRow[]> {
  return selectExchanges(db, serviceAccountId).limit(listedExchanges)
}

/** Counts an attempt that is not recorded. */
export async function countExchange(
  db: Orm,
  { id, workspaceId }: Pick<ExchangeAccount, 'id' | 'workspaceId'>,
  counted: { reason: CountedReason; at: Date; detail?: string },
): Promise<void> {
  const { reason, at, detail = null } = counted
  await db
    .insert(exchangeCounts)
    .values({ serviceAccountId: id, workspaceId, reason, count: 1, lastAt: at, detail })
    .onConflictDoUpdate({
      target: [exchangeCounts.serviceAccountId, exchangeCounts.reason],
      set: {
        // Stays below the limit of the column, however many attempts an attacker makes.
        count: sql`least(${exchangeCounts.count} + 1, 1000000000)`,
        lastAt: at,
        detail,
      },
    })
}

export async function listExchangeCounts(db: Orm, serviceAccountId: string) {
  return db
    .select()
    .from(exchangeCounts)
    .where(eq(exchangeCounts.serviceAccountId, serviceAccountId))
    .orderBy(exchangeCounts.reason)
}
