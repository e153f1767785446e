import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeWorkspace } from '../../testing/factories.ts'
import { makeSignedIn } from '../../testing/make-signed-in.ts'
import { beginSignIn } from '../../testing/sign-in-through-provider.ts'
import { handoffCodes } from '../handoff/handoff-table.ts'
import { signInAttempts } from '../sign-in/sign-in-table.ts'
import { startUpkeep } from './upkeep.ts'

const test = useTestApp()
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
  const broken = { execute: () => Promise.reject(new Error('canceling statement')) }
  let calls = 0
  const database = {
    ...test.database,
    upkeep: new Proxy(upkeep, {
      // The first task fails.
      get: (target, name) => {
        calls += name === 'execute' ? 1 : 0
        return Reflect.get(name === 'execute' && calls === 1 ? broken : target, name)
      },
    }),
  }
  const running = startUpkeep({ ...test.services, database })
  vi.advanceTimersByTime(600_000)
  await expect.poll(() => test.database.orm.select().from(handoffCodes)).toEqual([])
  expect(test.taskFailures).toEqual(['upkeep.attempts'])
  running.stop()
})
