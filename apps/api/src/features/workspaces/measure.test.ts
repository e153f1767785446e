import { sql } from 'drizzle-orm'
import { it } from 'vitest'
import { workspaces } from '@portal/contract/workspaces'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeSignedIn } from '../../testing/make-signed-in.ts'
import { listWorkspaces, listWorkspacesPage } from './workspace-store.ts'
const test = useTestApp()
it('measures', async () => {
  const me = await makeSignedIn(test)
  const other = await makeSignedIn(test)
  const fill = async (who: string, prefix: string, count: number) => {
    await test.database.transaction(async (tx) => {
    await tx.execute(sql`insert into workspaces (id, display_name, instance_url, instance_env_type, creator_user_id, token, created_at)
      select ${prefix} || lpad(n::text, 25, '0'), 'Workspace ' || n, 'http://localhost:8080', 'LOCAL', ${who}, 'x', now() from generate_series(1, ${sql.raw(String(count))}) n`)
    await tx.execute(sql`insert into workspace_members (workspace_id, user_id, role, joined_at)
      select id, ${who}, 'OWNER', now() from workspaces where id like ${prefix + '%'}`)
    })
  }
  await fill(me.user.id, 'A', 10000)
  await fill(other.user.id, 'B', 90000)
  await test.database.orm.execute(sql`insert into workspace_members (workspace_id, user_id, role, joined_at) select id, ${me.user.id}, 'EDITOR', now() from workspaces where id < 'B' || lpad('3', 25, '0') and id >= 'B'`)
  await test.database.orm.execute(sql`analyze`)
  for (let i = 0; i < 4; i++) {
    const t = performance.now()
    const rows = await listWorkspaces(test.database.orm, me.user.id)
    console.log('list', rows.length, performance.now() - t)
  }
  for (let i = 0; i < 3; i++) {
    const t = performance.now()
    const rows = await test.send(workspaces.list, {}, { session: me.session })
    console.log('http', rows.body.length, performance.now() - t)
  }
  const t = performance.now()
  await listWorkspacesPage(test.database.orm, me.user.id, { limit: 100, after: 'A' + '4'.padStart(25, '0') })
  console.log('page', performance.now() - t)
  const explain = async (q: ReturnType<typeof sql>) => {
    const r = (await test.database.orm.execute(sql`explain (analyze, buffers) ${q}`)) as { rows: { 'QUERY PLAN': string }[] }
    console.log(r.rows.map((x) => x['QUERY PLAN']).join('\n'))
  }
  await explain(sql`select w.id, u.first_name, (select count(*)::int from workspace_members others where others.workspace_id = w.id) from workspace_members m join workspaces w on w.id = m.workspace_id and w.deleted_at is null join users u on u.id = w.creator_user_id where m.user_id = ${me.user.id} order by m.workspace_id`)
  await explain(sql`select w.id, u.first_name, coalesce(c.count, 0) from workspace_members m join workspaces w on w.id = m.workspace_id and w.deleted_at is null join users u on u.id = w.creator_user_id left join (select others.workspace_id, count(*)::int as count from workspace_members others where others.workspace_id in (select workspace_id from workspace_members where user_id = ${me.user.id}) group by 1) c on c.workspace_id = w.id where m.user_id = ${me.user.id} order by m.workspace_id`)
  await explain(sql`select w.id from workspace_members m join workspaces w on w.id = m.workspace_id and w.deleted_at is null join users u on u.id = w.creator_user_id where m.user_id = ${me.user.id} and m.workspace_id > ${'A' + '4'.padStart(25, '0')} order by m.workspace_id limit 100`)
}, 200000)
