/**
 * Replaces the address keys of an earlier release, which kept the domain as it was typed. A key stays if another row has the ASCII
 * form: see docs/operations.md#addresses-with-two-accounts.
 */
import { normalizeEmail } from '@portal/contract/text/text-rules'
import { and, eq } from 'drizzle-orm'
import { hasTypedDomain } from '../../db/columns.ts'
import type { Orm } from '../../db/database.ts'
import { isUniqueViolation } from '../../db/database-errors.ts'
import { workspaceInvitations } from '../invitations/invitation-table.ts'
import { users } from './user-table.ts'

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
