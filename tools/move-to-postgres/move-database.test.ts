import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../apps/api/src/db/database.ts'
import { openDatabase } from '../../apps/api/src/db/open-database.ts'
import { users } from '../../apps/api/src/features/account/user-table.ts'
import { makePostgresDatabase, testLimits } from '../../apps/api/src/testing/open-test-database.ts'
import { seedDemo } from '../seed/demo.ts'
import { moveDatabase } from './move-database.ts'

let source: string

const countsOf = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `select 'users' as name, md5(string_agg(u::text, ',' order by id)) as checksum from users u
     union all select 'workspaces', md5(string_agg(w::text, ',' order by id)) from workspaces w
     union all select 'activity', md5(string_agg(a::text, ',' order by id)) from workspace_activity a`,
  )
  await client.end()
  return rows
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

beforeAll(async () => {
  source = await makePostgresDatabase()
  const database: Database = await openDatabase({ databaseUrl: source, ...testLimits })
  await seedDemo(database, {
    managedUrl: 'http://localhost:8081',
    localUrl: 'http://localhost:8080',
    termsVersion: '2024-09-25',
    now: new Date('2031-03-31T00:20:00.000Z'),
  })
  await database.close()
})

describe('a move to PostgreSQL', () => {
  it('copies every row unchanged while the source is in use, and refuses to run a second time', async () => {
    const inUse = await openDatabase({ databaseUrl: source, ...testLimits })
    const target = await makePostgresDatabase('bare')
    const moved = await moveDatabase(source, target)
    expect(moved.find(({ name }) => name === 'users')?.rows).toBeGreaterThan(3)
    expect(await countsOf(target)).toEqual(await countsOf(source))
    await expect(moveDatabase(source, target)).rejects.toThrow('The database is not empty')
    await inUse.close()
  })

  it('leaves no rows behind when it fails, and succeeds when it is run again', async () => {
    const target = await makePostgresDatabase()
    await run(target, 'alter table workspace_activity add constraint nothing check (false)')
    await expect(moveDatabase(source, target)).rejects.toThrow('nothing')
    const failed = await openDatabase({ databaseUrl: target, ...testLimits })
    expect(await failed.orm.select().from(users)).toEqual([])
    await failed.close()
    await run(target, 'alter table workspace_activity drop constraint nothing')
    expect((await moveDatabase(source, target)).length).toBeGreaterThan(10)
  })

  it('refuses a target with tables of another application', async () => {
    const target = await makePostgresDatabase('bare')
    await run(target, 'create table notes (text text)')
    await expect(moveDatabase(source, target)).rejects.toThrow('it has the table notes')
  })

  it('refuses a URL that names several hosts', async () => {
    const moving = moveDatabase(source, 'postgres://portal@a:5432,b:5432/portal')
    await expect(moving).rejects.toThrow('MOVE_TO_DATABASE_URL must name one host, the primary.')
  })
})
