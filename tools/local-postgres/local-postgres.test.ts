import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { localAddressFile, readLocalUrl } from '../../apps/api/src/db/local-database.ts'
import { failureOf } from '../../apps/api/src/testing/failure-of.ts'
import type { RunningPostgres } from './cluster.ts'
import { removeLocalPostgres, startLocalPostgres } from './local-postgres.ts'
import { isRoot } from './programs.ts'

const script = resolve(import.meta.dirname, 'main.ts')

let folder: string
let dataDir: string
let servers: RunningPostgres[] = []
const said: string[] = []

async function start(dir = dataDir): Promise<RunningPostgres> {
  const server = await startLocalPostgres(dir, (line) => said.push(line))
  servers.push(server)
  return server
}

async function query(text: string, dir = dataDir): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: readLocalUrl(dir) })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

beforeEach(() => {
  said.length = 0
  folder = mkdtempSync(join(tmpdir(), 'portal with spaces ü '))
  dataDir = join(folder, 'data')
})
afterEach(() => {
  for (const server of servers) server.stop()
  servers = []
  removeLocalPostgres(dataDir)
  rmSync(folder, { recursive: true, force: true })
})

describe('the local PostgreSQL', () => {
  it('keeps its data across starts, in a path with spaces and non-ASCII letters', async () => {
    const first = await start()
    await query("create table kept as select 'yes'::text as value")
    first.stop()
    await start()
    expect(await query('select value from kept')).toEqual([{ value: 'yes' }])
    expect(await query("select lower('ÄÖ') as low, current_setting('fsync') as fsync")).toEqual([
      { low: 'äö', fsync: 'on' },
    ])
  })

  it('keeps its port and its files private, and reports once where root has them', async () => {
    const first = await start()
    expect(statSync(localAddressFile(dataDir)).mode & 0o777).toBe(0o600)
    expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700)
    expect(lstatSync(join(dataDir, 'postgres')).isSymbolicLink()).toBe(isRoot())
    first.stop()
    await start()
    expect(said).toEqual(isRoot() ? [expect.stringContaining('so it runs as the user "nobody"')] : [])
    const url = readLocalUrl(dataDir)
    const client = new pg.Client({ connectionString: url.replace(/:[^:@]+@/, ':wrong@') })
    expect(String(await failureOf(client.connect()))).toContain('password authentication failed')
  })

  it('refuses a second run of the same folder and changes nothing', async () => {
    await start()
    await query('create table kept as select 1 as value')
    expect(String(await failureOf(startLocalPostgres(dataDir, () => {})))).toContain(
      'Another run uses this data folder. Stop it with Ctrl-C, or set DATA_DIR to another folder.',
    )
    expect(await query('select value from kept')).toEqual([{ value: 1 }])
  })

  it('starts one of two runs that create it at the same time, and refuses the other', async () => {
    const owners = [1, 2].map(() => {
      const env = { ...process.env, DATA_DIR: dataDir }
      return spawn(process.execPath, [script], { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    })
    const outcomes = await Promise.all(
      owners.map((owner) =>
        Promise.race([
          once(owner, 'message').then(() => 'ready'),
          once(owner.stderr as NodeJS.ReadableStream, 'data').then(String),
        ]),
      ),
    )
    for (const owner of owners) owner.kill('SIGTERM')
    await Promise.all(owners.map((owner) => owner.exitCode ?? once(owner, 'exit')))
    expect(outcomes.toSorted()).toEqual([
      expect.stringContaining('Another run uses this data folder'),
      'ready',
    ])
  })

  it('starts without manual intervention after its owner was killed', async () => {
    const env = { ...process.env, DATA_DIR: dataDir }
    const owner = spawn(process.execPath, [script], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    await once(owner, 'message')
    await query('create table kept as select 1 as value')
    const url = readLocalUrl(dataDir)
    owner.kill('SIGKILL')
    await once(owner, 'exit')
    await start()
    expect(await query('select value from kept')).toEqual([{ value: 1 }])
    expect(readLocalUrl(dataDir)).toBe(url)
  })

  it('starts from a cold copy of the data folder', async () => {
    const first = await start()
    await query('create table kept as select 1 as value')
    first.stop()
    const copy = join(folder, 'copy')
    // The command of docs/operations.md#backups.
    execFileSync('cp', ['-RLp', dataDir, copy])
    const restored = await start(copy)
    expect(await query('select value from kept', copy)).toEqual([{ value: 1 }])
    restored.stop()
    removeLocalPostgres(copy)
  })
})

describe('a start of the local PostgreSQL that fails says what to do', () => {
  const problem = async () => String(await failureOf(startLocalPostgres(dataDir, () => {})))

  it('about the database of an earlier release, and keeps it', async () => {
    const earlier = join(dataDir, 'database')
    mkdirSync(earlier, { recursive: true })
    writeFileSync(join(earlier, 'PG_VERSION'), '17\n')
    expect(await problem()).toContain(`${earlier} is the database of an earlier release`)
    expect(existsSync(join(earlier, 'PG_VERSION'))).toBe(true)
  })

  it('about data of another major version, and keeps it', async () => {
    ;(await start()).stop()
    const version = join(dataDir, 'postgres', 'PG_VERSION')
    writeFileSync(version, '17\n')
    expect(await problem()).toContain('holds data of PostgreSQL 17, but this release runs PostgreSQL 18')
    expect(readFileSync(version, 'utf8')).toBe('17\n')
  })

  it('about a password that is not the one of the database', async () => {
    ;(await start()).stop()
    writeFileSync(join(dataDir, 'postgres', 'portal.password'), 'other')
    expect(await problem()).toContain('is not the password of the database there')
  })

  it('about a folder without a database', async () => {
    mkdirSync(join(dataDir, 'postgres'), { recursive: true })
    expect(await problem()).toContain('holds no PostgreSQL database')
  })

  it('about a server that does not start, and names its log', async () => {
    ;(await start()).stop()
    rmSync(join(dataDir, 'postgres', 'global', 'pg_control'))
    expect(await problem()).toMatch(/PostgreSQL did not start: .*\(.*postgres\.log\)/)
  })
})
