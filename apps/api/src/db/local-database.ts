/** The address of the local PostgreSQL, which the local run starts and writes to the data folder. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigurationError } from '../config.ts'

export interface LocalDatabase {
  port: number
  password: string
}

export const localDatabaseFile = (dataDir: string) => join(dataDir, 'postgres.json')

export const localDatabaseUrl = ({ port, password }: LocalDatabase) =>
  `postgres://postgres:${password}@127.0.0.1:${port}/postgres`

/** Returns undefined if there is no local database. */
export function readLocalDatabase(dataDir: string): LocalDatabase | undefined {
  try {
    return JSON.parse(readFileSync(localDatabaseFile(dataDir), 'utf8')) as LocalDatabase
  } catch {
    return undefined
  }
}

/**
 * Returns the URL of the database: the given one, or else that of the local database.
 * @throws ConfigurationError if there is neither
 */
export function databaseUrlFor(databaseUrl: string | undefined, dataDir: string): string {
  if (databaseUrl) return databaseUrl
  const local = readLocalDatabase(dataDir)
  if (local) return localDatabaseUrl(local)
  throw new ConfigurationError([
    `DATABASE_URL is not set, and ${dataDir} has no local database. Run "npm start", which creates and starts one, or set DATABASE_URL`,
  ])
}
