/** Query plans of the search and the signup report with very many accounts: every query must use an index. */
import { type SQL, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { useTestApp } from '../../../testing/build-test-app.ts'
import { signupsPage } from '../reports/signup-report-store.ts'
import { peopleSearches, workspaceSearches } from './staff-search-store.ts'

const test = useTestApp()
const count = 20_000

const fill = () =>
  test.database.transaction(async (tx) => {
    await tx.execute(sql`
      insert into users (id, email, email_key, first_name, last_name, nickname, signup_at)
      select 'U' || lpad(n::text, 25, '0'), 'person-' || n || '@example.com', 'person-' || n || '@example.com',
        'First ' || n, 'Last ' || n, 'nick' || n, '2024-01-01T00:00:00Z'::timestamptz + n * interval '1 minute'
      from generate_series(1, ${count}::int) n`)
    await tx.execute(sql`
      insert into workspaces
        (id, display_name, instance_url, instance_env_type, creator_user_id, token, created_at)
      select 'W' || lpad(n::text, 25, '0'), 'Workspace ' || n, 'http://localhost:8080', 'LOCAL',
        'U' || lpad(n::text, 25, '0'), 'x', now()
      from generate_series(1, ${count}::int) n`)
    await tx.execute(sql`
      insert into workspace_members (workspace_id, user_id, role, joined_at)
      select id, creator_user_id, 'OWNER', now() from workspaces`)
  })

async function planOf(query: { getSQL(): SQL }): Promise<string> {
  const result = await test.database.orm.execute(sql`explain ${query.getSQL()}`)
  const { rows } = result as unknown as { rows: { 'QUERY PLAN': string }[] }
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

it('Every query of the staff search and the signup report uses its index', async () => {
  await fill()
  await test.database.orm.execute(sql`analyze`)
  const { orm } = test.database
  // One text that matches a few rows, and one that matches all.
  for (const [person, first, last, nick, workspace] of [
    ['person-1234', 'first 1234', 'last 1234', 'nick1234', 'workspace 1234'],
    ['pe', 'fi', 'la', 'ni', 'wo'],
  ] as const) {
    const plans = await Promise.all([
      planOf(peopleSearches(orm, 'U0000000000000000000001234')[0] ?? sql``),
      planOf(peopleSearches(orm, person)[1] ?? sql``),
      planOf(peopleSearches(orm, last)[2] ?? sql``),
      planOf(peopleSearches(orm, first)[3] ?? sql``),
      planOf(peopleSearches(orm, nick)[4] ?? sql``),
      planOf(peopleSearches(orm, `${first.slice(0, 5)} ${last.slice(0, 4)}`)[5] ?? sql``),
      planOf(workspaceSearches(orm, 'W0000000000000000000001234')[0] ?? sql``),
      planOf(workspaceSearches(orm, workspace)[1] ?? sql``),
    ])
    expect(plans.map((plan) => /users_\w+|workspaces_\w+/.exec(plan)?.[0])).toEqual([
      'users_pkey',
      // In a database that sorts by bytes, the other index works as well.
      expect.stringMatching(/users_email_(beginning|key)/),
      'users_last_name_beginning',
      'users_first_name_beginning',
      'users_nickname_beginning',
      expect.stringMatching(/users_(first|last)_name_beginning/),
      'workspaces_pkey',
      'workspaces_name_beginning',
    ])
    for (const plan of plans) expect(plan).not.toMatch(/Seq Scan/)
  }

  const span = { from: new Date('2024-01-02T00:00:00Z'), before: new Date('2024-01-09T00:00:00Z') }
  const after = ['2024-01-05T00:00:00.000Z', 'U'] as const
  const report = await planOf(signupsPage(orm, span, { limit: 1_000, after }))
  expect(report).toMatch(/Index Scan using users_signup_at/)
  expect(report).not.toMatch(/Sort|Seq Scan/)
})
