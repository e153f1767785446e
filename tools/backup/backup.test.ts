/** Backups of the local engine are complete and restore everything. */
import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../apps/api/src/config.ts'
import { openDatabase } from '../../apps/api/src/db/open-database.ts'
import { users } from '../../apps/api/src/db/schema/users.ts'
import { loadSigningKeys } from '../../apps/api/src/http/signing-keys.ts'
import { makeUser } from '../../apps/api/src/testing/factories.ts'
import { manifestName, readManifest } from './backup-manifest.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

/** A data folder with one user, made once because the first start of a database takes seconds. */
const filled = mkdtempSync(join(tmpdir(), 'portal-backup-filled-'))
let folder: string
let dataDir: string
let target: string
let restored: string

beforeAll(async () => {
  const database = await openDatabase({ dataDir: filled })
  await makeUser(database, { email: 'kept@example.com' })
  await database.close()
  writeFileSync(join(filled, 'of-another-service.json'), '{"kept": true}')
  await keyOf(filled)
})
afterAll(() => rmSync(filled, { recursive: true, force: true }))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-backup-'))
  dataDir = join(folder, 'data')
  target = join(folder, 'backup')
  restored = join(folder, 'restored')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const keyOf = async (dir: string) => (await loadSigningKeys(readConfig({ DATA_DIR: dir }))).keyId

const fillData = () => cpSync(filled, dataDir, { recursive: true })

async function addressesIn(dir: string): Promise<string[]> {
  const database = await openDatabase({ dataDir: dir })
  const rows = await database.orm.select({ email: users.email }).from(users)
  await database.close()
  return rows.map(({ email }) => email)
}

describe('a backup', () => {
  it('restores the rows, the signing key and all other files, and does not change its source', async () => {
    fillData()
    const keyId = await keyOf(dataDir)
    await makeBackup(dataDir, target)
    await restoreBackup(target, restored)
    expect(await addressesIn(restored)).toEqual(['kept@example.com'])
    expect(await keyOf(restored)).toBe(keyId)
    expect(statSync(join(restored, 'signing-key.json')).mode & 0o777).toBe(0o600)
    expect(statSync(target).mode & 0o077).toBe(0)
    expect(readFileSync(join(restored, 'of-another-service.json'), 'utf8')).toBe('{"kept": true}')
    expect(await addressesIn(dataDir)).toEqual(['kept@example.com'])
    expect(readdirSync(folder).toSorted()).toEqual(['backup', 'data', 'restored'])
  })

  it('is refused while the API uses the folder, without a database, and to an existing target', async () => {
    fillData()
    const database = await openDatabase({ dataDir })
    await expect(makeBackup(dataDir, target)).rejects.toThrow(/is in use by process \d+: stop that process/)
    await database.close()
    await expect(makeBackup(join(folder, 'nothing'), target)).rejects.toThrow('There is no local database in')
    mkdirSync(target)
    await expect(makeBackup(dataDir, target)).rejects.toThrow('already exists')
    expect(readdirSync(folder).toSorted()).toEqual(['backup', 'data'])
  })
})

describe('npm run backup', () => {
  const run = (dir: string) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'backup.ts')], {
      env: { ...process.env, DATA_DIR: dir },
      encoding: 'utf8',
    })

  it('creates a private folder next to DATA_DIR that git ignores', () => {
    fillData()
    expect(run(dataDir).status).toBe(0)
    expect(statSync(`${dataDir}-backups`).mode & 0o077).toBe(0)
    expect(readFileSync(`${dataDir}-backups/.gitignore`, 'utf8')).toBe('*\n')
    expect(readdirSync(`${dataDir}-backups`)).toHaveLength(2)
  })

  it('creates no folder when there is no local database', () => {
    const { status, stderr } = run(dataDir)
    expect(status).toBe(1)
    expect(stderr).toContain('There is no local database in')
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('a restore', () => {
  it('requires an empty folder', async () => {
    fillData()
    await makeBackup(dataDir, target)
    await expect(restoreBackup(target, dataDir)).rejects.toThrow('is not empty')
    mkdirSync(restored)
    await restoreBackup(target, restored)
    expect(await addressesIn(restored)).toEqual(['kept@example.com'])
  })

  it('refuses an invalid backup, a modified one and one of a newer release', async () => {
    fillData()
    await expect(restoreBackup(folder, restored)).rejects.toThrow("isn't a backup")
    await makeBackup(dataDir, target)
    const path = join(target, manifestName)
    const newer = { ...readManifest(target), newestMigrationMs: Date.now() * 2 }
    writeFileSync(path, JSON.stringify(newer))
    await expect(restoreBackup(target, restored)).rejects.toThrow('A newer release made this backup')
    appendFileSync(join(target, 'files', 'signing-key.json'), ' ')
    await expect(restoreBackup(target, restored)).rejects.toThrow('was modified: files/signing-key.json')
    expect(readdirSync(folder).toSorted()).toEqual(['backup', 'data'])
  })
})
