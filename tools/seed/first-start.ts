/** Decides whether a local run seeds the demo data, without opening the database. */
import { existsSync, lstatSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/** A marker file in the data folder until the first seeding has finished. An interrupted first start leaves it behind. */
export const unfinishedFile = (dataDir: string) => join(dataDir, 'demo-data.unfinished')

const hasDatabase = (dataDir: string) =>
  lstatSync(join(dataDir, 'postgres'), { throwIfNoEntry: false }) !== undefined

/** Creates the marker file if the data folder has no database yet. */
export function markFirstStart(dataDir: string): void {
  if (hasDatabase(dataDir)) return
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(unfinishedFile(dataDir), '')
}

/** Returns the setting, or undefined if it is unset. Throws for an invalid value. */
function readSeedDemo(env: Environment): boolean | undefined {
  const given = env.SEED_DEMO || undefined
  if (given !== undefined && given !== 'true' && given !== 'false') {
    throw new Error(`SEED_DEMO must be true or false, but is "${given}".`)
  }
  return given === undefined ? undefined : given === 'true'
}

/**
 * A new local database is seeded. With the caller's database or identity provider, seeding requires `SEED_DEMO=true`
 * and a database without users.
 * @param env the caller's environment, before the local run adds its own addresses
 */
export function mayNeedDemo(env: Environment, dataDir: string): boolean {
  const asked = readSeedDemo(env)
  if (asked !== undefined) return asked
  if (env.DATABASE_URL || env.OIDC_ISSUER) return false
  return !hasDatabase(dataDir) || existsSync(unfinishedFile(dataDir))
}
