/** Records attempts to exchange identity tokens. */
import { type CountedReason, listedExchanges } from '@portal/contract/trust-rules/trust-rules'
import { and, desc, eq, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import { ulid } from 'ulid'
import type { Orm } from '../../db/database.ts'
import { serviceAccounts } from '../service-accounts/service-account-table.ts'
import { lockWorkspace } from '../workspaces/workspace-lock-store.ts'
import { workspaces } from '../workspaces/workspace-table.ts'
import { exchangeCounts, tokenExchanges, usedIdentityTokens } from './exchange-table.ts'

const accountColumns = {
  id: serviceAccounts.id,
  workspaceId: serviceAccounts.workspaceId,
  name: serviceAccounts.name,
  ownerUserId: workspaces.creatorUserId,
  isPaused: sql<boolean>`${serviceAccounts.disabledAt} is not null or ${workspaces.quarantinedAt} is not null`,
} as const

/** Finds a service account by its id alone, as a pipeline names it. */
export async function findExchangeAccount(db: Orm, serviceAccountId: string) {
  const [row] = await db
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
  return row
}
export type ExchangeAccount = NonNullable<Awaited<ReturnType<typeof findExchangeAccount>>>

/**
 * Locks the workspace, so that disabling the service account, deleting it or deleting a trust rule waits until the new token
 * is stored and can be revoked, and concurrent exchanges can't exceed the limit of tokens. Returns the current state.
 */
export async function lockExchangeAccount(tx: Orm, serviceAccountId: string, workspaceId: string) {
  if (await lockWorkspace(tx, workspaceId)) return findExchangeAccount(tx, serviceAccountId)
  return undefined
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

export type ExchangeRow = typeof tokenExchanges.$inferSelect

const isAccepted = eq(tokenExchanges.outcome, 'accepted')
const isRefused = ne(tokenExchanges.outcome, 'accepted')

/** The same id for every refused attempt with a token, in the form of a ULID. */
const idOfRefused = (tokenHash: Uint8Array) =>
  Array.from(tokenHash.subarray(0, 26), (byte, at) => ulidLetters[byte & (at === 0 ? 7 : 31)]).join('')
const ulidLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Records an attempt, and deletes those that are no longer listed. Attempts with one token share a row, and refused ones are
 * kept apart from accepted ones, so that a foreign pipeline can't flush the list.
 */
export async function recordExchange(
  db: Orm,
  row: Omit<typeof tokenExchanges.$inferInsert, 'id' | 'count'>,
  tokenHash: Uint8Array,
): Promise<void> {
  const { serviceAccountId, at, ipAddress, outcome, trustRuleId, trustRuleName, problems } = row
  await db
    .insert(tokenExchanges)
    .values({ id: outcome === 'accepted' ? ulid(at.getTime()) : idOfRefused(tokenHash), ...row })
    .onConflictDoUpdate({
      target: tokenExchanges.id,
      set: {
        ...{ at, ipAddress, outcome, trustRuleId, trustRuleName, problems },
        // Stays below the limit of the column, however many attempts an attacker makes.
        count: sql`least(${tokenExchanges.count} + 1, 1000000000)`,
      },
    })
  const ofSameFate = outcome === 'accepted' ? isAccepted : isRefused
  const [oldest] = await selectExchanges(db, serviceAccountId, ofSameFate)
    .offset(listedExchanges - 1)
    .limit(1)
  if (oldest)
    await db
      .delete(tokenExchanges)
      .where(
        and(
          eq(tokenExchanges.serviceAccountId, serviceAccountId),
          ofSameFate,
          lt(tokenExchanges.at, oldest.at),
        ),
      )
}

const selectExchanges = (db: Orm, serviceAccountId: string, fate: SQL) =>
  db
    .select()
    .from(tokenExchanges)
    .where(and(eq(tokenExchanges.serviceAccountId, serviceAccountId), fate))
    .orderBy(desc(tokenExchanges.at), desc(tokenExchanges.id))
    .$dynamic()

/** Lists the latest accepted and the latest refused attempts together, newest first. */
export async function listExchanges(db: Orm, serviceAccountId: string): Promise<ExchangeRow[]> {
  const latest = (fate: SQL) => selectExchanges(db, serviceAccountId, fate).limit(listedExchanges)
  const found = [...(await latest(isAccepted)), ...(await latest(isRefused))]
  return found.sort((left, right) => right.at.getTime() - left.at.getTime())
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
