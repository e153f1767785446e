/**
 * `npm run seed` creates the demo users and their workspaces. `npm run seed -- --users N --workspaces M` fills the
 * database with N users and M workspaces. The database is that of DATABASE_URL, or that of the local run, which must be
 * running. The first start runs this script with `--if-new`.
 */
import { existsSync, rmSync } from 'node:fs'
import process from 'node:process'
import { parseArgs } from 'node:util'
import type { Database } from '../apps/api/src/db/database.ts'
import { openDatabase } from '../apps/api/src/db/open-database.ts'
import { users } from '../apps/api/src/features/account/user-table.ts'
import { operatorMessageOf } from '../apps/api/src/operator-message.ts'
import { localEnvironment } from './processes/local-environment.ts'
import { portsFromEnvironment } from './processes/ports.ts'
import { seedDemo } from './seed/demo.ts'
import { seedDemoBilling } from './seed/demo-billing.ts'
import { SeedProblem } from './seed/demo-data.ts'
import { fill } from './seed/fill.ts'
import { unfinishedFile } from './seed/first-start.ts'
import { termsVersions } from './seed/terms-versions.ts'

const option = { type: 'string', default: '0' } as const

function readArguments() {
  try {
    return parseArgs({ options: { users: option, workspaces: option, 'if-new': { type: 'boolean' } } }).values
  } catch (error) {
    const usage = 'Usage: npm run seed [-- --users N --workspaces M]'
    throw new SeedProblem(`${error instanceof Error ? error.message : error}\n${usage}`)
  }
}

function readCounts(values: ReturnType<typeof readArguments>): { users: number; workspaces: number } {
  for (const name of ['users', 'workspaces'] as const)
    if (!/^\d{1,8}$/.test(values[name]))
      throw new SeedProblem(`--${name} must be a whole number below 100 million, not "${values[name]}".`)
  const counts = { users: Number(values.users), workspaces: Number(values.workspaces) }
  if (counts.workspaces > 0 && counts.users === 0)
    throw new SeedProblem('Workspaces need owners: --users must be at least 1.')
  return counts
}

/** Returns the environment variables of a local run with the same environment. */
function readEnvironment() {
  try {
    const env = localEnvironment(portsFromEnvironment(process.env), process.env)
    return { ...env, DATA_DIR: env.DATA_DIR ?? '' }
  } catch (error) {
    throw new SeedProblem(error instanceof Error ? error.message : String(error))
  }
}

type Settings = ReturnType<typeof readEnvironment> & Readonly<Record<string, string | undefined>>

const open = (env: Settings): Promise<Database> =>
  openDatabase({
    databaseUrl: env.DATABASE_URL,
    dataDir: env.DATA_DIR,
    isPooled: env.DATABASE_POOLER === 'transaction',
    poolSize: 1,
    statementLimitMs: 0,
    log: (message) => console.log(message),
  })

/** Whether billing is the local stand-in. Real billing creates its customers when the users sign in. */
function isBillingLocal({ STRIPE_API_URL = '', STRIPE_SECRET_KEY }: Settings): boolean {
  const host = URL.canParse(STRIPE_API_URL) ? new URL(STRIPE_API_URL).hostname : ''
  return host === 'localhost' && (!STRIPE_SECRET_KEY || STRIPE_SECRET_KEY === 'sk_test_local')
}

async function insertDemo(database: Database, env: Settings): Promise<void> {
  const now = new Date()
  const people = await seedDemo(database, {
    managedUrl: env.MANAGED_INSTANCE_URL ?? '',
    localUrl: env.LOCAL_INSTANCE_URL ?? '',
    termsVersion: (await termsVersions(env)).newestTerms,
    now,
  })
  if (isBillingLocal(env)) {
    const billingUrl = env.STRIPE_API_URL ?? ''
    await seedDemoBilling(database, people, { billingUrl, now })
  }
}

/** Seeds a database without users, and the local one also after an interrupted seeding. */
async function seedIfNew(env: Settings, database: Database): Promise<void> {
  const began = performance.now()
  const unfinished = unfinishedFile(env.DATA_DIR)
  const isUnfinished = !env.DATABASE_URL && existsSync(unfinished)
  const known = await database.orm.select({ id: users.id }).from(users).limit(1)
  if (known.length > 0 && !isUnfinished) {
    console.log(
      'Created no demo data, because the database already has users. To add it anyway, run `npm run seed`.',
    )
    return
  }
  await insertDemo(database, env)
  rmSync(unfinished, { force: true })
  console.log(`Created the demo data in ${((performance.now() - began) / 1_000).toFixed(1)} s.`)
}

async function main(): Promise<void> {
  const values = readArguments()
  const counts = readCounts(values)
  const env = readEnvironment()
  const database = await open(env)
  try {
    if (values['if-new']) return await seedIfNew(env, database)
    if (counts.users > 0)
      return await fill(database, { ...counts, ...(await termsVersions(env)) }, (line) => console.log(line))
    await insertDemo(database, env)
  } finally {
    await database.close()
  }
  console.log(
    'The demo data is in place. Sign in as owner@example.com, collaborator@example.com or staff@systeminit.com.',
  )
}

try {
  await main()
} catch (error) {
  console.error(error instanceof SeedProblem ? error.message : (operatorMessageOf(error) ?? error))
  process.exitCode = 1
}
