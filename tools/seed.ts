/**
 * `npm run seed` creates the demo users and their workspaces. `npm run seed -- --users N --workspaces M` fills the
 * database with N users and M workspaces. The database is that of DATABASE_URL, or that of the local run, which must be
 * running. The first start runs this script with `--if-new`.
 */
import { existsSync, rmSync } from 'node:fs'
import process from 'node:process'
import type { Database } from '../apps/api/src/db/database.ts'
import { openDatabase } from '../apps/api/src/db/open-database.ts'
import { users } from '../apps/api/src/features/account/user-table.ts'
import { operatorMessageOf } from '../apps/api/src/operator-message.ts'
import { localEnvironment } from './processes/local-environment.ts'
import { portsFromEnvironment } from './processes/ports.ts'
import { seedDemo } from './seed/demo.ts'
import { seedDemoBilling } from './seed/demo-billing.ts'
import { fill } from './seed/fill.ts'
import { unfinishedFile } from './seed/first-start.ts'
import { readArguments } from './seed/read-arguments.ts'
import { SeedProblem } from './seed/seed-problem.ts'
import { termsVersions } from './seed/terms-versions.ts'

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
  const { counts, isOnlyIfNew } = readArguments(process.argv.slice(2))
  const env = readEnvironment()
  const database = await open(env)
  try {
    if (isOnlyIfNew) return await seedIfNew(env, database)
    if (counts)
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
