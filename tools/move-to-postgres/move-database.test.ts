/** A move copies every row of the local engine, or nothing. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { ulid } from 'ulid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../apps/api/src/config.ts'
import type { Database } from '../../apps/api/src/db/database.ts'
import { openDatabase } from '../../apps/api/src/db/open-database.ts'
import { authTokens } from '../../apps/api/src/db/schema/tokens.ts'
import { makeAuthenticator } from '../../apps/api/src/features/access/authenticate.ts'
import { readTermsInForce } from '../../apps/api/src/features/legal/terms-in-force.ts'
import { hashOf } from '../../apps/api/src/http/secrets.ts'
import { loadSigningKeys } from '../../apps/api/src/http/signing-keys.ts'
import { TokenSigner } from '../../apps/api/src/http/token-signer.ts'
import { makeSession, makeUser, makeWorkspace } from '../../apps/api/src/testing/factories.ts'
import { startTestPostgres, type TestPostgres } from '../../apps/api/src/testing/test-postgres.ts'
import { seedDemo } from '../seed/demo.ts'
import { moveDatabase } from './move-database.ts'
import { orderTables } from './table-order.ts'

let server: TestPostgres
let dataDir: string

let credentials: { userId: string; session: string; token: string }

const readKeys = async () => {
  const config = readConfig({ DATA_DIR: dataDir })
  return { config, signer: new TokenSigner(await loadSigningKeys(config), config) }
}

async function makeCredentials(database: Database): Promise<typeof credentials> {
  const { config, signer } = await readKeys()
  const user = await makeUser(database)
  const { token: session } = await makeSession(database, user)
  const { id: workspaceId } = await makeWorkspace(database, user)
  const tokenId = ulid()
  const createdAt = new Date()
  const expiresAt = new Date(Date.now() + 3_600_000)
  const owned = { userId: user.id, workspaceId }
  const row = { id: tokenId, kind: 'api' as const, ...owned, name: 'deploy', createdAt, expiresAt }
  await database.orm.insert(authTokens).values(row)
  const claims = { tokenId, ...owned, role: 'automation' as const, audience: config.API_URL }
  return { userId: user.id, session, token: await signer.sign({ ...claims, issuedAt: createdAt, expiresAt }) }
}

/** Returns the users that the session and the token from before the move belong to. */
async function usersOfCredentials(database: Database): Promise<string[]> {
  const { config, signer } = await readKeys()
  const terms = await readTermsInForce(config)
  const now = () => new Date()
  const authenticator = makeAuthenticator({ config, database, signer, terms, now, later: () => {} })
  const ipAddress = '192.0.2.1'
  const lookUp = { isBearer: false, ipAddress, workspaceId: undefined, query: {} }
  const bySession = await authenticator.fromSession({ ...lookUp, sessionHash: hashOf(credentials.session) })
  const use = { ipAddress, userAgent: undefined, call: 'GET /whoami' }
  const byToken = await authenticator.fromToken(credentials.token, use)
  return [bySession.person.id, byToken.person.id]
}

async function makeTarget(name: string, ...statements: string[]): Promise<string> {
  const run = async (url: string, all: string[]) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    for (const statement of all) await client.query(statement)
    await client.end()
  }
  await run(`${server.url}postgres`, [`create database ${name}`])
  await run(server.url + name, statements)
  return server.url + name
}

beforeAll(async () => {
  server = await startTestPostgres()
  dataDir = mkdtempSync(join(tmpdir(), 'portal-move-'))
  const database = await openDatabase({ dataDir })
  await seedDemo(database, {
    managedUrl: 'http://localhost:8081',
    localUrl: 'http://localhost:8080',
    termsVersion: '2024-09-25',
    now: new Date('2031-03-31T00:20:00.000Z'),
  })
  credentials = await makeCredentials(database)
  await database.close()
})
afterAll(async () => {
  await server.remove()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('a move to PostgreSQL', () => {
  it('copies the demo data, keeps sessions and tokens alive, and refuses to run a second time', async () => {
    const url = await makeTarget('moved')
    const moved = await moveDatabase(dataDir, url)
    const rowsOf = (table: string) => Number(moved.find(({ name }) => name === table)?.rows)
    expect(rowsOf('users')).toBeGreaterThan(3)
    expect(rowsOf('auth_tokens')).toBeGreaterThan(0)
    const database = await openDatabase({ databaseUrl: url, dataDir: '/nowhere' })
    expect(await usersOfCredentials(database)).toEqual([credentials.userId, credentials.userId])
    await database.close()
    await expect(moveDatabase(dataDir, url)).rejects.toThrow('The database is not empty')
  })

  it('leaves no rows behind when it fails, and succeeds when it is run again', async () => {
    const url = await makeTarget('repeated')
    const first = await openDatabase({ databaseUrl: url, dataDir: '/nowhere' })
    await first.close()
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    await admin.query('alter table workspace_activity add constraint nothing check (false)')
    await expect(moveDatabase(dataDir, url)).rejects.toThrow('nothing')
    expect((await admin.query('select 1 from users')).rowCount).toBe(0)
    await admin.query('alter table workspace_activity drop constraint nothing')
    await admin.end()
    expect((await moveDatabase(dataDir, url)).length).toBeGreaterThan(10)
  })

  it('is refused while an API uses the folder, without a local database, and if the target has tables of another application', async () => {
    const other = await makeTarget('other', 'create table notes (text text)')
    await expect(moveDatabase(dataDir, other)).rejects.toThrow('it has the table notes')
    const database = await openDatabase({ dataDir })
    await expect(moveDatabase(dataDir, other)).rejects.toThrow(/is in use by process \d+/)
    await database.close()
    await expect(moveDatabase(join(dataDir, 'nothing'), other)).rejects.toThrow(
      'There is no local database in',
    )
  })
})

describe('the order of tables', () => {
  it('puts a table after the ones it refers to, and ignores references to itself', () => {
    const references = [
      { child: 'a', parent: 'b' },
      { child: 'b', parent: 'c' },
      { child: 'c', parent: 'c' },
    ]
    expect(orderTables(['a', 'b', 'c'], references)).toEqual(['c', 'b', 'a'])
  })

  it('is refused for tables that refer to each other', () => {
    const references = [
      { child: 'a', parent: 'b' },
      { child: 'b', parent: 'a' },
    ]
    expect(() => orderTables(['a', 'b'], references)).toThrow('refer to each other: a, b')
  })
})
