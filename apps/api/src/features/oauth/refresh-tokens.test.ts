import { count, eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { refreshTokens } from '../../db/schema/oauth.ts'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeSignedIn } from '../../testing/make-signed-in.ts'
import { findRefreshToken, insertRefreshToken } from './authorization-store.ts'

const test = useTestApp()

it('A session keeps its newest 1,000 refresh tokens, however often a tool refreshes', async () => {
  const [{ sessionId }, other] = [await makeSignedIn(test), await makeSignedIn(test)]
  const { orm } = test.database
  const createdAt = test.now()
  const expiresAt = new Date(createdAt.getTime() + 60_000)
  for (const id of [sessionId, other.sessionId])
    await orm.execute(sql`
      insert into refresh_tokens (token_hash, session_id, created_at, expires_at, used_at)
      select sha256((${id} || number)::bytea), ${id}, now() - interval '1 day' + number * interval '1 second',
        ${expiresAt.toISOString()}::timestamptz, now()
      from generate_series(1, 1100) number`)
  const tokenHash = Buffer.alloc(32, 1)
  await insertRefreshToken(orm, { tokenHash, sessionId, createdAt, expiresAt })
  const countOf = async (id: string) => {
    const [row] = await orm
      .select({ kept: count() })
      .from(refreshTokens)
      .where(eq(refreshTokens.sessionId, id))
    return row?.kept
  }
  expect(await countOf(sessionId)).toBe(1_000)
  expect(await countOf(other.sessionId)).toBe(1_100)
  expect(await findRefreshToken(orm, tokenHash)).toBeDefined()
})
