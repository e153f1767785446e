import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { users } from '../account/user-table.ts'
import { tosAgreements } from './legal-table.ts'

/** Records an agreement. Idempotent. The user keeps the newest version they agreed to. */
export async function recordAgreement(db: Orm, agreement: typeof tosAgreements.$inferInsert): Promise<void> {
  await db.insert(tosAgreements).values(agreement).onConflictDoNothing()
  await db
    .update(users)
    .set({ agreedTosVersionId: agreement.tosVersionId })
    .where(
      and(
        eq(users.id, agreement.userId),
        or(isNull(users.agreedTosVersionId), lt(users.agreedTosVersionId, agreement.tosVersionId)),
      ),
    )
}
