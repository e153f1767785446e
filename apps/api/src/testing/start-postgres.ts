/** Starts one PostgreSQL server for the whole run, with a migrated database that test files copy. */
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../db/open-database.ts'
import { startTestPostgres } from './test-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server's URL and the database to copy. */
    postgres: { url: string; template: string }
  }
}

const template = 'portal_template'

export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestPostgres()
  const admin = new pg.Client({ connectionString: `${server.url}postgres` })
  await admin.connect()
  await admin.query(`create database ${template}`)
  await admin.end()
  const migrated = await openDatabase({
    databaseUrl: server.url + template,
    poolSize: 1,
    statementLimitMs: 0,
  })
  await migrated.close()
  project.provide('postgres', { url: server.url, template })
  return () => server.remove()
}
