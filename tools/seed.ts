/**
 * `npm run seed` creates the demo users and their workspaces. `npm run seed -- --users N --workspaces M` fills the
 * database with N users and M workspaces. The database is that of DATABASE_URL, or the local one in DATA_DIR, even while
 * its local run is running. The first start runs this script with `--if-new`.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { ConfigurationError } from '../apps/api/src/config.ts'
import type { Database } from '../apps/api/src/db/database.ts'
import { DatabaseUnavailableError } from '../apps/api/src/db/database-errors.ts'
import { DataFolderInUse } from '../apps/api/src/db/folder-lock.ts'
import { openDatabase } from '../apps/api/src/db/open-database.ts'
import { users } from '../apps/api/src/db/schema/users.ts'
import { localEnvironment } from './processes/local-environment.ts'
import { portsFromEnvironment } from './processes/ports.ts'
import { LocalRunProblem, whileStopped } from './processes/while-stopped.ts'
import { seedDemo } from './seed/demo.ts'
import { seedDemoBilling } from './seed/demo-billing.ts'
import { fill } from './seed/fill.ts'
import { unfinishedFile } from './seed/first-start.ts'
import { readArguments, type SeedTask } from './seed/read-arguments.ts'
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

async function open(env: Settings): Promise<Database> {
  try {
    return await openDatabase({
      databaseUrl: env.DATABASE_URL || undefined,
      dataDir: env.DATA_DIR,
      poolSize: 1,
      statementLimitMs: 0,
      log: (message) => console.log(message),
    })
  } catch (error) {
    if (error instanceof DataFolderInUse) {
      throw new SeedProblem(
        `The data folder ${error.folder} is in use by process ${error.pid}. Stop that process with Ctrl-C and seed again. To seed while it runs, use PostgreSQL with DATABASE_URL.`,
      )
    }
    if (error instanceof DatabaseUnavailableError) throw new SeedProblem(error.message)
    throw error
  }
}

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
    await seedDemoBilling(database, people, { dataDir: env.DATA_DIR, billingUrl, now })
  }
}

/** Seeds at the first start. No other process uses the database, which may not exist yet. */
async function seedIfNew(env: Settings): Promise<void> {
  const began = performance.now()
  const isLocal = !env.DATABASE_URL
  const unfinished = unfinishedFile(env.DATA_DIR)
  const isInterrupted = isLocal && existsSync(unfinished)
  const begin = () => {
    if (!isLocal) return
    mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 })
    writeFileSync(unfinished, '')
  }
  if (isLocal && !existsSync(join(env.DATA_DIR, 'database'))) begin()
  const database = await open(env)
  try {
    const known = await database.orm.select({ id: users.id }).from(users).limit(1)
    if (known.length > 0 && !isInterrupted) return
    begin()
    await insertDemo(database, env)
  } finally {
    await database.close()
  }
  rmSync(unfinished, { force: true })
  console.log(`Created the demo data in ${((performance.now() - began) / 1_000).toFixed(1)} s.`)
}

/** Returns the processes of the local run that must stop meanwhile. */
function heldProcesses(env: Settings, { counts }: SeedTask): string[] {
  const holdsDatabase = env.DATABASE_URL ? [] : ['api']
  return counts || !isBillingLocal(env) ? holdsDatabase : [...holdsDatabase, 'billing']
}

async function seed(env: Settings, { counts }: SeedTask): Promise<void> {
  const terms = await termsVersions(env)
  const database = await open(env)
  try {
    if (counts) return await fill(database, { ...counts, ...terms }, (line) => console.log(line))
    await insertDemo(database, env)
  } finally {
    await database.close()
  }
  console.log(
    'The demo data is in place. Sign in as owner@example.com, collaborator@example.com or staff@systeminit.com.',
  )
}

async function main(): Promise<void> {
  const task = readArguments(process.argv.slice(2))
  const env = readEnvironment()
  if (task.isOnlyIfNew) return seedIfNew(env)
  const held = heldProcesses(env, task)
  if (held.length === 0) return seed(env, task)
  await whileStopped(
    env.DATA_DIR,
    held,
    (line) => console.log(line),
    () => seed(env, task),
  )
}

try {
  await main()
} catch (error) {
  const isPlain =
    error instanceof SeedProblem || error instanceof LocalRunProblem || error instanceof ConfigurationError
  console.error(isPlain ? error.message : error)
  process.exitCode = 1
}
