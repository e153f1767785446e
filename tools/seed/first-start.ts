/** Whether a start of the local run puts the demo data in, decided without opening the database. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/** Stands in the data folder from the beginning of the first seeding to its end: one that was interrupted is repeated. */
export const unfinishedFile = (dataDir: string) => join(dataDir, 'demo-data.unfinished')

/** The setting, or undefined where it is not set. Throws a sentence for anything else. */
function readSeedDemo(env: Environment): boolean | undefined {
  const given = env.SEED_DEMO || undefined
  if (given !== undefined && given !== 'true' && given !== 'false') {
    throw new Error(`SEED_DEMO must be true or false, and is "${given}".`)
  }
  return given === undefined ? undefined : given === 'true'
}

/**
 * A new local database gets the demo data. A database of the caller's, and a run with an identity provider of the caller's,
 * get it only when asked: `SEED_DEMO=true` looks into the database, and seeds it while it has no people.
 * @param env the caller's environment, before the local run adds its own addresses
 */
export function mayNeedDemo(env: Environment, dataDir: string): boolean {
  const asked = readSeedDemo(env)
  if (asked !== undefined) return asked
  if (env.DATABASE_URL || env.OIDC_ISSUER) return false
  return !existsSync(join(dataDir, 'database')) || existsSync(unfinishedFile(dataDir))
}
