/** The uses of API tokens that were refused during a pause. See docs/product/tokens.md#pausing. */
import { tokenRefusalsKept } from '@portal/contract/limits'
import { desc, eq } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { authTokenRefusals } from './token-table.ts'

const newestFirst = [desc(authTokenRefusals.at), desc(authTokenRefusals.id)] as const

/** Lists the last refused uses of a token, newest first. */
export async function listRefusals(db: Orm, tokenId: string) {
  return db
    .select({
      at: authTokenRefusals.at,
      ipAddress: authTokenRefusals.ipAddress,
      userAgent: authTokenRefusals.userAgent,
      call: authTokenRefusals.call,
    })
    .from(authTokenRefusals)
    .where(eq(authTokenRefusals.tokenId, tokenId))
    .orderBy(...newestFirst)
    .limit(tokenRefusalsKept)
}
