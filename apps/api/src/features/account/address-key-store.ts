/**
 * Replaces the address keys of an earlier release, which kept the domain as it was typed. A key stays if another row has the ASCII
 * form: see docs/operations.md#addresses-with-two-accounts.
 */
import { normalizeEmail } from '@portal/contract/text-rules'
import { and, eq } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { isUniqueViolation } from '../../db/database-errors.ts'
import { hasTypedDomain } from '../../db/schema/columns.ts'
import { workspaceInvitations } from '../../db/schema/invitations.ts'
import { users } from '../../db/schema/users.ts'

const atOnce = 1_000

export async function replaceTypedDomains(db: Orm): Promise<void> {
  for (const table of [users, workspaceInvitations] as const) {
    const rows = await db
      .select({ id: table.id, email: table.email, emailKey: table.emailKey })
      .from(table)
      .where(hasTypedDomain(table.emailKey))
      .limit(atOnce)
    for (const { id, email, emailKey } of rows) {
      try {
        await db
          .update(table)
          .set({ emailKey: normalizeEmail(email) })
          .where(and(eq(table.id, id), eq(table.emailKey, emailKey)))
      } catch (error) {
        if (!isUniqueViolation(error)) throw error
      }
    }
  }
}
