/**
 * `npm run seed` puts demo people and workspaces in. `npm run seed -- --users N --workspaces M` fills the database with
 * N people and M workspaces. Where: DATABASE_URL, or the local database in DATA_DIR.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Database } from '../apps/api/src/db/database.ts'
import { DatabaseUnavailableError } from '../apps/api/src/db/database-errors.ts'
import { DataFolderInUse } from '../apps/api/src/db/folder-lock.ts'
import { openDatabase } from '../apps/api/src/db/open-database.ts'
import { seedDemo } from './seed/demo.ts'
import { fill } from './seed/fill.ts'
import { termsVersions } from './seed/terms-versions.ts'

/** A sentence for the person at the keyboard. */
class SeedProblem extends Error {}

const maxCount = 100_000_000

function readArguments(): { users: number; workspaces: number } | undefined {
  let values: { users?: string; workspaces?: string }
  try {
    values = parseArgs({ options: { users: { type: 'string' }, workspaces: { type: 'string' } } }).values
  } catch (error) {
    throw new SeedProblem(`${error instanceof Error ? error.message : error}\n${usage}`)
  }
  if (values.users === undefined && values.workspaces === undefined) return undefined
  const users = count('--users', values.users)
  const workspaces = count('--workspaces', values.workspaces)
  if (workspaces > 0 && users === 0)
    throw new SeedProblem('Workspaces need owners: --users must be at least 1.')
  return { users, workspaces }
}

const usage = 'Usage: npm run seed [-- --users N --workspaces M]'

function count(name: string, text = '0'): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) > maxCount) {
    throw new SeedProblem(
      `${name} must be a whole number up to ${maxCount.toLocaleString('en')}, not "${text}".`,
    )
  }
  return Number(text)
}

async function open(env: NodeJS.ProcessEnv): Promise<Database> {
  try {
    return await openDatabase({
      databaseUrl: env.DATABASE_URL || undefined,
      dataDir: resolve(env.DATA_DIR || '.data'),
      poolSize: 1,
      statementLimitMs: 0,
      log: (message) => console.log(message),
    })
  } catch (error) {
    if (error instanceof DataFolderInUse) {
      throw new SeedProblem(
        `The data folder ${error.folder} is in use by process ${error.pid}. Stop the API (Ctrl-C where it runs) and seed again, or keep the data in PostgreSQL with DATABASE_URL: then both may run.`,
      )
    }
    if (error instanceof DatabaseUnavailableError) throw new SeedProblem(error.message)
    throw error
  }
}

async function main(): Promise<void> {
  const { env } = process
  const counts = readArguments()
  const terms = termsVersions(env)
  const database = await open(env)
  try {
    if (counts) {
      await fill(database, { ...counts, ...terms }, (line) => console.log(line))
      return
    }
    const seeded = await seedDemo(database, {
      managedUrl: env.MANAGED_INSTANCE_URL || 'http://localhost:8081',
      localUrl: env.LOCAL_INSTANCE_URL || 'http://localhost:8080',
      termsVersion: terms.newestTerms,
      now: new Date(),
    })
    console.log(
      `These people are there, with their workspaces: ${seeded.map(({ email }) => email).join(', ')}.`,
    )
  } finally {
    await database.close()
  }
}

try {
  await main()
} catch (error) {
  console.error(error instanceof SeedProblem ? error.message : error)
  process.exitCode = 1
}
