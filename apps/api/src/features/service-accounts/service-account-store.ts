/** Reads and changes the service accounts of a workspace. Deleted ones are left out. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { isUniqueViolation } from '../../db/database-errors.ts'
import { users } from '../account/user-table.ts'
import { serviceAccounts } from './service-account-table.ts'

/** `tokens` are those of the selected service account. The table is named literally, because Drizzle omits it in a select without a join. */
const ofTokens = sql`from auth_tokens tokens where tokens.service_account_id = service_accounts.id`

/**
 * The last use of its tokens and its trust rules. Tokens that trust rules issued are deleted after a while, but the rules keep the
 * time.
 */
export const lastUseOfServiceAccount = sql<Date | null>`greatest(
  (select max(tokens.last_used_at) ${ofTokens}),
  (select max(rules.last_used_at) from trust_rules rules where rules.service_account_id = service_accounts.id)
)`.mapWith(serviceAccounts.createdAt)

const columns = (now: Date) =>
  ({
    id: serviceAccounts.id,
    name: serviceAccounts.name,
    description: serviceAccounts.description,
    createdAt: serviceAccounts.createdAt,
    disabledAt: serviceAccounts.disabledAt,
    lastUsedAt: lastUseOfServiceAccount,
    activeTokenCount: sql<number>`(select count(*)::int ${ofTokens}
      and tokens.revoked_at is null and tokens.expires_at > ${now.toISOString()}::timestamptz)`,
    creatorUserId: users.id,
    creatorFirstName: users.firstName,
    creatorLastName: users.lastName,
    creatorEmail: users.email,
  }) as const

const isListed = (workspaceId: string) =>
  and(eq(serviceAccounts.workspaceId, workspaceId), isNull(serviceAccounts.deletedAt))

const selectServiceAccounts = (db: Orm, now: Date) =>
  db
    .select(columns(now))
    .from(serviceAccounts)
    .innerJoin(users, eq(users.id, serviceAccounts.createdByUserId))

/** Lists the service accounts of a workspace by name. */
export async function listServiceAccounts(db: Orm, workspaceId: string, now: Date) {
  return selectServiceAccounts(db, now)
    .where(isListed(workspaceId))
    .orderBy(sql`${serviceAccounts.nameKey} collate "C"`)
}

export async function findServiceAccount(db: Orm, workspaceId: string, id: string, now: Date) {
  const [row] = await selectServiceAccounts(db, now).where(
    and(isListed(workspaceId), eq(serviceAccounts.id, id)),
  )
  return row
}
export type ServiceAccountRow = NonNullable<Awaited<ReturnType<typeof findServiceAccount>>>

export async function countServiceAccounts(tx: Orm, workspaceId: string): Promise<number> {
  return tx.$count(serviceAccounts, isListed(workspaceId))
}

/** Returns false when the workspace has another service account with this name. */
async function hasFreeName(tx: Orm, write: (inner: Orm) => Promise<void>): Promise<boolean> {
  try {
    // The savepoint keeps the transaction usable after a violation.
    await tx.transaction(write)
    return true
  } catch (error) {
    if (isUniqueViolation(error, 'service_accounts_name_key')) return false
    throw error
  }
}

/** Creates a service account. Returns false when the name is taken. */
export async function insertServiceAccount(
  tx: Orm,
  row: typeof serviceAccounts.$inferInsert,
): Promise<boolean> {
  return hasFreeName(tx, async (inner) => {
    await inner.insert(serviceAccounts).values(row)
  })
}

/** The columns that change. An empty object changes nothing. */
export type ServiceAccountChange = Partial<
  Pick<typeof serviceAccounts.$inferInsert, 'name' | 'nameKey' | 'description' | 'disabledAt'>
>

/** Changes a service account. Returns false when the new name is taken. */
export async function updateServiceAccount(
  tx: Orm,
  id: string,
  change: ServiceAccountChange,
): Promise<boolean> {
  if (Object.keys(change).length === 0) return true
  return hasFreeName(tx, async (inner) => {
    await inner.update(serviceAccounts).set(change).where(eq(serviceAccounts.id, id))
  })
}

export async function markServiceAccountDeleted(tx: Orm, id: string, now: Date): Promise<void> {
  await tx.update(serviceAccounts).set({ deletedAt: now }).where(eq(serviceAccounts.id, id))
}
