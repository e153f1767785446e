import { inArray, type SQL } from 'drizzle-orm'
import { deleteInChunks } from '../../db/chunks.ts'
import type { Orm } from '../../db/database.ts'
import { authTokenRefusals, authTokenSecrets, authTokens } from '../tokens/token-table.ts'

/** Deletes tokens in chunks, after their secrets and refused uses, which a cascade would delete in one statement. */
export async function deleteTokens(db: Orm, where: SQL | undefined): Promise<void> {
  const ids = db.select({ id: authTokens.id }).from(authTokens).where(where)
  for (const table of [authTokenSecrets, authTokenRefusals])
    await deleteInChunks(db, table, inArray(table.tokenId, ids))
  await deleteInChunks(db, authTokens, where)
}
