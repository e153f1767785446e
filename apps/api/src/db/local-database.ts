/** The address of the local PostgreSQL, which the local run starts and writes to the data folder. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigurationError } from '../config.ts'

export interface LocalAddress {
  port: number
  password: string
}

export const localAddressFile = (dataDir: string) => join(dataDir, 'postgres.json')

export const localUrlOf = ({ port, password }: LocalAddress) =>
  `postgres://postgres:${password}@127.0.0.1:${port}/postgres`

/** Returns undefined if the data folder has no local database. */
export function readLocalAddress(dataDir: string): LocalAddress | undefined {
  try {
    return JSON.parse(readFileSync(localAddressFile(dataDir), 'utf8')) as LocalAddress
  } catch {
    return undefined
  }
}

/**
 * Returns the URL of the local database.
 * @throws ConfigurationError if the data folder has none
 */
export function readLocalUrl(dataDir: string): string {
  const address = readLocalAddress(dataDir)
  if (address) return localUrlOf(address)
  throw new ConfigurationError([
    `DATABASE_URL is not set, and ${dataDir} has no local database. Run "npm start", which creates and starts one, or set DATABASE_URL`,
  ])
}
