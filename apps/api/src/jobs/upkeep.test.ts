import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { handoffCodes } from '../features/handoff/handoff-table.ts'
import { signInAttempts } from '../features/sign-in/sign-in-table.ts'
import { useTestApp } from '../testing/build-test-app.ts'
import { makeWorkspace } from '../testing/factories.ts'
import { makeSignedIn } from '../testing/make-signed-in.ts'
import { beginSignIn } from '../testing/sign-in-through-provider.ts'
import { runUpkeep, startUpkeep } from './upkeep.ts'

const test = useTestApp()
const dialect = new PgDialect()
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('The upkeep deletes expired sign-in attempts and hand-off codes and keeps the others', async () => {
  const me = await makeSignedIn(test)
  const workspace = await makeWorkspace(test.database, me.user)
  const begin = async () => {
    await beginSignIn(test)
    await test.app.inject({
      url: `/workspaces/${workspace.id}/go`,
      headers: test.headersOf({ session: me.session }),
    })
  }
  const counts = async () => [
    (await test.database.orm.select().from(signInAttempts)).length,
    (await test.database.orm.select().from(handoffCodes)).length,
  ]
  await begin()
  test.clockOffsetMs = 601_000
  await begin()
  expect(await counts()).toEqual([2, 2])
  const upkeep = startUpkeep(test.services)
  vi.advanceTimersByTime(600_000)
  await expect.poll(counts).toEqual([1, 1])
  upkeep.stop()
})

it('The upkeep deletes 12,000 expired sign-in attempts, at most 5,000 with each statement', async () => {
  await test.database.orm.execute(sql`
    insert into sign_in_attempts (state_hash, browser_hash, nonce, code_verifier, expires_at)
    select number::text::bytea, '', '', '', now() - interval '1 second' from generate_series(1, 12000) number`)
  const counts: unknown[] = []
  test.database.observe(async ({ text }, run) => {
    const answer = await run()
    const { rows } = answer as { rows: { count?: number }[] }
    if (/delete from "?sign_in_attempts/.test(text)) counts.push(rows[0]?.count)
    return answer
  })
  const upkeep = startUpkeep(test.services)
  vi.advanceTimersByTime(600_000)
  await expect.poll(() => test.database.orm.$count(signInAttempts)).toBe(0)
  expect(counts).toEqual([5_000, 5_000, 2_000])
  upkeep.stop()
})

it('The upkeep reports a failed task and runs the others', async () => {
  const me = await makeSignedIn(test)
  const workspace = await makeWorkspace(test.database, me.user)
  const headers = test.headersOf({ session: me.session })
  await test.app.inject({ url: `/workspaces/${workspace.id}/go`, headers })
  test.clockOffsetMs = 601_000
  const { upkeep } = test.database
  const execute = async (query: SQL) => {
    if (dialect.sqlToQuery(query).sql.includes('delete from "sign_in_attempts"')) throw new Error('canceled')
    return upkeep.execute(query)
  }
  const database = { ...test.database, upkeep: Object.assign(Object.create(upkeep), { execute }) }
  await runUpkeep({ ...test.services, database })
  expect(await test.database.orm.select().from(handoffCodes)).toEqual([])
  expect(test.taskFailures).toEqual(['upkeep.sign_in_attempts'])
})
