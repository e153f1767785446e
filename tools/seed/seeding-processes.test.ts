/** Runs the seeding of a first start and `npm run seed` as separate processes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../apps/api/src/db/open-database.ts'
import { users } from '../../apps/api/src/db/schema/users.ts'
import { startTestPostgres, type TestPostgres } from '../../apps/api/src/testing/test-postgres.ts'
import { freePort } from '../processes/free-port.ts'
import { openRunControl } from '../processes/run-control.ts'
import { supervise } from '../processes/supervise.ts'
import { unfinishedFile } from './first-start.ts'

const root = resolve(import.meta.dirname, '../..')
const dataDir = mkdtempSync(join(tmpdir(), 'portal-seeding-'))
const billingFile = join(dataDir, 'stand-ins', 'billing', 'billing.json')
const patience = 240_000

async function runSeed(arguments_: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(root, 'tools/seed.ts'), ...arguments_], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [[status], stdout, stderr] = await Promise.all([
    once(child, 'exit'),
    text(child.stdout),
    text(child.stderr),
  ])
  return { status, lines: stdout.trim().split('\n'), stderr }
}

async function emails(databaseUrl?: string): Promise<string[]> {
  const database = await openDatabase({ dataDir, ...(databaseUrl ? { databaseUrl } : {}) })
  const rows = await database.orm.select({ email: users.email }).from(users).orderBy(users.email)
  await database.close()
  return rows.map(({ email }) => email)
}

const created = expect.stringMatching(/^Created the demo data in \d+\.\d s\.$/)
const inPlace =
  'The demo data is in place. Sign in as owner@example.com, collaborator@example.com or staff@systeminit.com.'

let first: Awaited<ReturnType<typeof runSeed>>
let people: string[]

beforeAll(async () => {
  first = await runSeed(['--if-new'])
  people = await emails()
}, patience)
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

describe('the first start', () => {
  it('seeds a new local database and the billing provider', () => {
    expect(first).toEqual({ status: 0, lines: ['The database is up to date.', created], stderr: '' })
    expect(people).toContain('owner@example.com')
    expect(people).not.toContain('newcomer@example.com')
    expect(existsSync(billingFile)).toBe(true)
    expect(existsSync(unfinishedFile(dataDir))).toBe(false)
  })

  it('does not change a database with users', async () => {
    const { mtimeMs } = statSync(billingFile)
    expect(await runSeed(['--if-new'])).toEqual({ status: 0, lines: [''], stderr: '' })
    expect(statSync(billingFile).mtimeMs).toBe(mtimeMs)
    expect(await emails()).toEqual(people)
  })
})

describe('npm run seed while everything runs', () => {
  it('stops the API, seeds, and restarts it', { timeout: patience }, async () => {
    const lockModule = pathToFileURL(join(root, 'apps/api/src/db/folder-lock.ts')).href
    const port = await freePort()
    const pids: string[] = []
    const ready = Promise.withResolvers<void>()
    const stop = Promise.withResolvers<string>()
    const code = `import('${lockModule}').then(({ takeFolder }) => takeFolder(process.env.FOLDER)).then(() => {
      console.log(process.pid)
      require('http').createServer((request, reply) => reply.end()).listen(${port})
    })`
    const supervision = supervise({
      processes: [
        {
          name: 'api',
          what: 'a process that holds the data folder',
          arguments: ['-e', code],
          env: { PATH: process.env.PATH ?? '', FOLDER: join(dataDir, 'database') },
          cwd: root,
          readyAddress: `http://localhost:${port}/`,
          onLine: (line) => pids.push(line),
        },
      ],
      untilAskedToStop: stop.promise,
      onAllReady: ready.resolve,
      onStop: () => {},
      readyTimeoutMs: 60_000,
      stopGraceMs: 5_000,
    })
    await ready.promise
    const control = await openRunControl(dataDir, supervision.pause)

    const demo = await runSeed([])
    expect(demo).toEqual({
      status: 0,
      lines: ['Pausing api and billing of the local run.', inPlace, 'Everything is running again.'],
      stderr: '',
    })
    const filled = await runSeed(['--users', '3', '--workspaces', '2'])
    expect(filled).toMatchObject({ status: 0, stderr: '' })
    expect(filled.lines.at(0)).toBe('Pausing api of the local run.')
    expect(filled.lines.at(-1)).toBe('Everything is running again.')
    expect(new Set(pids).size).toBe(3)
    expect((await fetch(`http://localhost:${port}/`)).status).toBe(200)

    control.close()
    stop.resolve('a test')
    expect(await supervision.exitCode).toBe(0)
    expect((await emails()).filter((email) => email.endsWith('@people.example'))).toHaveLength(3)
  })
})

describe('a DATABASE_URL', () => {
  let postgres: TestPostgres

  beforeAll(async () => {
    postgres = await startTestPostgres()
  }, patience)
  afterAll(() => postgres.remove())

  it(
    'gets the demo data with SEED_DEMO=true once',
    async () => {
      const databaseUrl = `${postgres.url}postgres`
      const env = { DATABASE_URL: databaseUrl, SEED_DEMO: 'true' }
      expect(await runSeed(['--if-new'], env)).toMatchObject({ status: 0, stderr: '' })
      const people = await emails(databaseUrl)
      expect(people).toContain('collaborator@example.com')
      expect(await runSeed(['--if-new'], env)).toEqual({ status: 0, lines: [''], stderr: '' })
      expect(await emails(databaseUrl)).toEqual(people)
    },
    patience,
  )
})
