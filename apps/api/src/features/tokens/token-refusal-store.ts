/** The uses of API tokens that were refused during a pause. See docs/product/tokens.md#pausing. */
import { tokenRefusalsKept } from '@portal/contract/limits'
import { desc, eq, inArray } from 'drizzle-orm'
import { ulid } from 'ulid'
import type { Orm } from '../../db/database.ts'
import { authTokenRefusals } from '../../db/schema/tokens.ts'
import type { TokenUse } from '../../http/caller.ts'

const userAgentMaxLength = 500

const newestFirst = [desc(authTokenRefusals.at), desc(authTokenRefusals.id)] as const

/** Records a refused use and deletes those that are no longer listed. */
export async function recordRefusal(
  db: Orm,
  tokenId: string,
  refused: TokenUse & { at: Date },
): Promise<void> {
  const { at, ipAddress, userAgent, call } = refused
  await db.insert(authTokenRefusals).values({
    id: ulid(at.getTime()),
    tokenId,
    at,
    ipAddress,
    userAgent: userAgent?.slice(0, userAgentMaxLength) ?? null,
    call,
  })
  const surplus = db
    .select({ id: authTokenRefusals.id })
    .from(authTokenRefusals)
    .where(eq(authTokenRefusals.tokenId, tokenId))
    .orderBy(...newestFirst)
    .offset(tokenRefusalsKept)
    .for('update', { skipLocked: true })
  await db.delete(authTokenRefusals).where(inArray(authTokenRefusals.id, surplus))
}

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
