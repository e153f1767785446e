/**
 * Measures the nightly removal on PostgreSQL: one deleted account with 1,000,000 rows (`--rows N` sets another number) and 100
 * ordinary ones. Prints the duration of the run and of its statements. Never fails.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { openDatabase } from '../../apps/api/src/db/open-database.ts'
import { purge } from '../../apps/api/src/features/purge/purge-jobs.ts'
import { makeIdentity, makeSession, makeUser, makeWorkspace } from '../../apps/api/src/testing/factories.ts'
import { FakeJobs } from '../../apps/api/src/testing/fake-jobs.ts'
import { startTestPostgres } from '../../apps/api/src/testing/test-postgres.ts'
import { writeReport } from './report.ts'

const { values: options } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, report: { type: 'string' } },
})
const rows = Number(options.rows)
const deletedAt = new Date(Date.now() - 31 * 86_400_000)
const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'))
const postgres = await startTestPostgres()
const database = await openDatabase({
  databaseUrl: `${postgres.url}postgres`,
  dataDir,
  statementLimitMs: 0,
})
try {
  const { orm } = database
  const owner = await makeUser(database)
  const shared = await makeWorkspace(database, owner)
  for (let made = 0; made < 100; made += 1) {
    const user = await makeUser(database, { deletedAt })
    await makeIdentity(database, user)
    await makeSession(database, user)
    await makeWorkspace(database, user, { deletedAt })
  }
  const busy = await makeUser(database, { deletedAt })
  const own = await makeWorkspace(database, busy, { deletedAt })
  // Half of the rows are deleted with the workspace, and half stay in a shared workspace without personal data.
  for (const [prefix, { id }] of [
    ['A', own],
    ['B', shared],
  ] as const)
    await orm.execute(sql`
      insert into workspace_activity (id, workspace_id, actor_user_id, act, subject, ip_address, at)
      select ${prefix} || lpad(number::text, 25, '0'), ${id}, ${busy.id}, 'member.left', ${busy.email}, '203.0.113.9', now()
      from generate_series(1, ${sql.raw(String(rows / 2))}) number`)
  await orm.execute(sql`analyze workspace_activity`)
  const times: number[] = []
  database.observe(async (_, run) => {
    const startedAt = performance.now()
    const answer = await run()
    times.push(performance.now() - startedAt)
    return answer
  })
  const jobs = new FakeJobs()
  const failures: string[] = []
  const startedAt = performance.now()
  let runs = 0
  do {
    jobs.sent.length = 0
    await purge({
      database,
      jobs,
      now: () => new Date(),
      onTaskFailure: (task, error) => failures.push(`${task}: ${String(error)}`),
      liveSubscriptions: [],
    })
    runs += 1
  } while (jobs.sent.length > 0)
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  const [left] = (
    (await orm.execute(sql`
      select count(*) filter (where email_key <> '')::int as accounts,
        (select count(*)::int from workspaces where deleted_at is not null) as workspaces,
        (select count(*)::int from workspace_activity where ip_address is not null) as rows
      from users where deleted_at is not null`)) as unknown as { rows: object[] }
  ).rows
  const figures = {
    rows,
    runs,
    seconds,
    statements: sorted.length,
    'p50 ms': at(0.5),
    'p99 ms': at(0.99),
    'slowest ms': at(1),
    failures: failures.length,
  }
  console.table([figures])
  console.log(`Left to remove: ${JSON.stringify(left)}`)
  for (const failure of failures) console.log(failure)
  writeReport(options.report, figures)
} finally {
  await database.close()
  await postgres.remove()
  rmSync(dataDir, { recursive: true, force: true })
}
