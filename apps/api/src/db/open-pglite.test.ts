import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeUser } from '../testing/factories.ts'
import { isOnPostgres } from '../testing/open-test-database.ts'
import { DataFolderInUse } from './folder-lock.ts'
import { openDatabase } from './open-database.ts'
import { users } from './schema/users.ts'

let dataDir: string

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'portal-pglite-'))
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Starts a first boot in another process and kills it as soon as the folder is not empty. */
async function killDuringFirstBoot(): Promise<void> {
  const client = JSON.stringify(join(import.meta.dirname, 'open-database.ts'))
  const script = `import { openDatabase } from ${client}; await openDatabase({ dataDir: process.argv[1] })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], { stdio: 'inherit' })
  const exit = once(child, 'exit')
  const folder = join(dataDir, 'database')
  while (child.exitCode === null && !(existsSync(folder) && readdirSync(folder).length > 0)) await sleep(5)
  child.kill('SIGKILL')
  await exit
}

describe.skipIf(isOnPostgres())('openDatabase with PGlite', () => {
  it('recovers from a killed first boot and keeps its data after a restart', async () => {
    await killDuringFirstBoot()
    const said: string[] = []
    const first = await openDatabase({ dataDir, log: (message) => said.push(message) })
    expect(said[0]).toMatch(/first start was interrupted.*database\.interrupted-/)
    expect(readdirSync(dataDir).filter((name) => name.startsWith('database.interrupted-'))).toHaveLength(1)
    await first.ping(1_000)
    const user = await makeUser(first)

    await expect(openDatabase({ dataDir })).rejects.toThrow(DataFolderInUse)
    await first.close()

    const second = await openDatabase({ dataDir, log: (message) => said.push(message) })
    expect(said).toHaveLength(2)
    expect(await second.orm.select({ id: users.id }).from(users)).toEqual([{ id: user.id }])
    await second.close()
    expect(readdirSync(dataDir).sort()).toEqual(['database', expect.stringContaining('interrupted')])
  })
})
