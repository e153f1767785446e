import { workspaces } from '@portal/contract/workspaces/workspaces'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeUser } from '../../testing/factories.ts'
import { makeSignedIn } from '../../testing/make-signed-in.ts'
import { workspacesOfUser } from './workspace-store.ts'

const test = useTestApp()
const mine = 10_000
const idOf = (prefix: string, at: number) => `${prefix}${String(at).padStart(25, '0')}`

async function fill(userId: string, prefix: string, count: number): Promise<void> {
  await test.database.transaction(async (tx) => {
    await tx.execute(sql`
      insert into workspaces
        (id, display_name, instance_url, instance_env_type, creator_user_id, token, created_at)
      select ${prefix} || lpad(n::text, 25, '0'), 'Workspace ' || n, 'http://localhost:8080', 'LOCAL', ${userId}, 'x', now()
      from generate_series(1, ${count}::int) n`)
    await tx.execute(sql`
      insert into workspace_members (workspace_id, user_id, role, joined_at)
      select id, ${userId}, 'OWNER', now() from workspaces where creator_user_id = ${userId}`)
  })
}

async function planOf(text: string, values: unknown[]): Promise<string> {
  const rows = await test.database.query<Record<string, string>>({
    name: 'plan',
    text: `explain ${text}`,
    values,
  })
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

it('workspaces.list reads the first 1,000 of 10,000 workspaces, or another page, through indexes', async () => {
  const me = await makeSignedIn(test)
  await fill(me.user.id, '1', mine)
  const other = await makeUser(test.database)
  await fill(other.id, '2', 20_000)
  await test.database.orm.execute(sql`analyze`)

  const plan = await planOf(workspacesOfUser, [me.user.id, idOf('1', 9_000), 100])
  expect(plan).toMatch(/using workspace_members_user_id on workspace_members/)
  expect(plan).toMatch(/Index Cond: \(\(user_id = .*\) AND \(workspace_id > /)
  expect(plan).toMatch(
    /Index Only Scan using workspace_members_workspace_id_user_id_pk on workspace_members others/,
  )
  expect(plan).not.toMatch(/Seq Scan on workspace/)

  const first = await test.send(workspaces.list, {}, { session: me.session })
  expect(first.body).toHaveLength(1_000)
  expect(first.body[0]).toMatchObject({ id: idOf('1', 1), memberCount: 1, role: 'OWNER' })
  expect(first.headers.link).toContain('rel="next"')

  const query = { limit: '100', after: idOf('1', 9_950) }
  const page = await test.send(workspaces.list, { query }, { session: me.session })
  expect(page.body.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, at) => idOf('1', 9_951 + at)))
})
