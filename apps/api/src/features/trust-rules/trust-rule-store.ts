/** Reads and changes the trust rules of service accounts. */
import { and, eq } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { revokeTokensOf } from '../tokens/token-store.ts'
import { trustRules } from './trust-rule-table.ts'

export type TrustRuleRow = typeof trustRules.$inferSelect
export type NewTrustRuleRow = typeof trustRules.$inferInsert

const ofServiceAccount = (serviceAccountId: string) => eq(trustRules.serviceAccountId, serviceAccountId)

/** Lists the rules of a service account, oldest first, or only those for one issuer. */
export async function listTrustRules(
  db: Orm,
  serviceAccountId: string,
  issuer?: string,
): Promise<TrustRuleRow[]> {
  return db
    .select()
    .from(trustRules)
    .where(
      and(
        ofServiceAccount(serviceAccountId),
        issuer === undefined ? undefined : eq(trustRules.issuer, issuer),
      ),
    )
    .orderBy(trustRules.id)
}

export async function findTrustRule(
  db: Orm,
  { serviceAccountId, trustRuleId }: { serviceAccountId: string; trustRuleId: string },
): Promise<TrustRuleRow | undefined> {
  const [row] = await db
    .select()
    .from(trustRules)
    .where(and(ofServiceAccount(serviceAccountId), eq(trustRules.id, trustRuleId)))
  return row
}

export async function countTrustRules(tx: Orm, serviceAccountId: string): Promise<number> {
  return tx.$count(trustRules, ofServiceAccount(serviceAccountId))
}

export async function insertTrustRule(tx: Orm, row: NewTrustRuleRow): Promise<void> {
  await tx.insert(trustRules).values(row)
}

/** Deletes a rule and revokes the tokens that it issued. */
export async function deleteTrustRule(
  tx: Orm,
  trustRuleId: string,
  byUserId: string,
  now: Date,
): Promise<void> {
  await revokeTokensOf(tx, { trustRuleId }, byUserId, now)
  await tx.delete(trustRules).where(eq(trustRules.id, trustRuleId))
}

export async function markTrustRuleUsed(tx: Orm, trustRuleId: string, usedAt: Date): Promise<void> {
  await tx.update(trustRules).set({ lastUsedAt: usedAt }).where(eq(trustRules.id, trustRuleId))
}
