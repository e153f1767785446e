/** Runs the seeding of a first start and `npm run seed` as separate processes. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../apps/api/src/db/open-database.ts'
import { users } from '../../apps/api/src/features/account/user-table.ts'
import { makePostgresDatabase, testLimits } from '../../apps/api/src/testing/open-test-database.ts'
import { buildBilling } from '../../stand-ins/billing/build-billing.ts'
import type { StandIn } from '../../stand-ins/serving/stand-in-server.ts'
import type { RunningPostgres } from '../local-postgres/cluster.ts'
import { removeLocalPostgres, startLocalPostgres } from '../local-postgres/local-postgres.ts'
import { markFirstStart, unfinishedFile } from './first-start.ts'

const root = resolve(import.meta.dirname, '../..')
const dataDir = mkdtempSync(join(tmpdir(), 'portal-seeding-'))
const billingFolder = join(dataDir, 'stand-ins', 'billing')

let server: RunningPostgres
let billing: StandIn
let first: Awaited<ReturnType<typeof runSeed>>
let people: string[]

/** Includes every change in billing. The stand-in writes its file with a delay. */
async function billingEvents(): Promise<unknown[]> {
  const headers = { authorization: 'Bearer sk_test_local' }
  const response = await fetch(`${billing.origin}/v1/events?limit=100`, { headers })
  const { data } = (await response.json()) as { data: unknown[] }
  return data
}

const nothingCreated =
  'Created no demo data, because the database already has users. To add it anyway, run `npm run seed`.'

async function runSeed(arguments_: string[], env: Record<string, string> = {}) {
  const result = await execa(process.execPath, [join(root, 'tools/seed.ts'), ...arguments_], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, STRIPE_API_URL: billing.origin, ...env },
    extendEnv: false,
    reject: false,
  })
  return { status: result.exitCode, lines: result.stdout.split('\n'), stderr: result.stderr }
}

async function emails(databaseUrl?: string): Promise<string[]> {
  const database = await openDatabase({ dataDir, databaseUrl, ...testLimits })
  const rows = await database.orm.select({ email: users.email }).from(users).orderBy(users.email)
  await database.close()
  return rows.map(({ email }) => email)
}

const created = expect.stringMatching(/^Created the demo data in \d+\.\d s\.$/)

beforeAll(async () => {
  markFirstStart(dataDir)
  server = await startLocalPostgres(dataDir, () => {})
  billing = await buildBilling({
    port: 0,
    dataFolder: billingFolder,
    secretKey: 'sk_test_local',
    webhookUrl: '',
    webhookSecret: 'whsec_local',
  })
  await billing.listen()
  first = await runSeed(['--if-new'])
  people = await emails()
})
afterAll(async () => {
  await billing.close()
  server.stop()
  removeLocalPostgres(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
})

describe('the first start', () => {
  it('seeds a new local database and the billing provider', async () => {
    expect(first).toEqual({ status: 0, lines: ['The database is up to date.', created], stderr: '' })
    expect(people).toContain('owner@example.com')
    expect(people).not.toContain('newcomer@example.com')
    expect(await billingEvents()).not.toEqual([])
    expect(existsSync(unfinishedFile(dataDir))).toBe(false)
  })

  it('does not change a database with users', async () => {
    const events = await billingEvents()
    expect(await runSeed(['--if-new'])).toEqual({ status: 0, lines: [nothingCreated], stderr: '' })
    expect(await billingEvents()).toEqual(events)
    expect(await emails()).toEqual(people)
  })
})

describe('npm run seed', () => {
  const nowhere = join(tmpdir(), 'portal-seed-nothing')
  it.each([
    [['--persons', '5'], {}, "Unknown option '--persons'"],
    [['--users', 'many'], {}, '--users must be a whole number below 100 million, not "many".'],
    [['--workspaces', '5'], {}, 'Workspaces need owners: --users must be at least 1.'],
    [[], { BILLING_PORT: 'x' }, 'BILLING_PORT must be a port number, but is "x".'],
    [
      [],
      { DATA_DIR: nowhere },
      `DATABASE_URL is not set, and ${nowhere} has no local database. Run "npm start"`,
    ],
    [
      [],
      { DATABASE_URL: 'postgres://127.0.0.1:1/none' },
      'The database does not answer: connect ECONNREFUSED',
    ],
  ])('refuses the arguments %j with %j', async (arguments_, env, sentence) => {
    const { status, stderr } = await runSeed(arguments_, env)
    expect(status).toBe(1)
    expect(stderr).toContain(sentence)
    expect(stderr).not.toContain('    at ')
  })

  it('adds missing demo data and fills the database of the local run', async () => {
    expect(await runSeed([])).toMatchObject({
      status: 0,
      lines: [expect.stringContaining('The demo data is in place. Sign in as owner@example.com')],
      stderr: '',
    })
    expect(await runSeed(['--users', '3', '--workspaces', '2'])).toMatchObject({ status: 0, stderr: '' })
    expect((await emails()).filter((email) => email.endsWith('@people.example'))).toHaveLength(3)
  })

  it('says to run it again if the billing provider does not answer', async () => {
    const env = { STRIPE_API_URL: 'http://localhost:1', DATABASE_URL: await makePostgresDatabase() }
    expect(await runSeed([], env)).toMatchObject({
      status: 1,
      stderr:
        'The billing provider at http://localhost:1 does not answer, so the demo users have no plans. Run this command again while everything runs.',
    })
  })

  it('seeds the database in DATABASE_URL with SEED_DEMO=true, and says that it creates nothing once there are users', async () => {
    const databaseUrl = await makePostgresDatabase()
    const env = { DATABASE_URL: databaseUrl, SEED_DEMO: 'true' }
    expect(await runSeed(['--if-new'], env)).toMatchObject({ status: 0, stderr: '' })
    const seeded = await emails(databaseUrl)
    expect(seeded).toContain('collaborator@example.com')
    expect(await runSeed(['--if-new'], env)).toEqual({ status: 0, lines: [nothingCreated], stderr: '' })
    expect(await emails(databaseUrl)).toEqual(seeded)
  })
})
