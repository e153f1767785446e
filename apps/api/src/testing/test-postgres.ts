import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCluster, startCluster } from '../../../../tools/local-postgres/cluster.ts'
import { loadPrograms } from '../../../../tools/local-postgres/programs.ts'
import { localUrlOf } from '../db/local-database.ts'

export interface TestPostgres {
  /** Ends in a slash, so that a database name can be appended. */
  url: string
  /** Stops the server and deletes its folder. */
  remove(): Promise<void>
}

/** The data is discarded after the run, so writes need not be durable. */
const settings = ['max_connections=300', 'fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

/** Starts a PostgreSQL server in a temporary folder on a free port. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const programs = await loadPrograms()
  const folder = join(tmpdir(), `portal-test-postgres-${randomBytes(6).toString('hex')}`)
  const password = randomBytes(24).toString('base64url')
  const logFile = `${folder}.log`
  const remove = async () => {
    for (const path of [folder, logFile]) rmSync(path, { recursive: true, force: true })
  }
  try {
    createCluster(programs, folder, password, ['--no-sync'])
    const server = await startCluster(programs, { folder, settings, logFile })
    return {
      url: localUrlOf({ port: server.port, password }).replace(/[^/]*$/, ''),
      remove: () => {
        server.stop()
        return remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}
