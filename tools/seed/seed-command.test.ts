import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { takeFolder } from '../../apps/api/src/db/folder-lock.ts'

function seed(arguments_: string[], env: Record<string, string>) {
  const script = resolve(import.meta.dirname, '../seed.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...arguments_], {
    env: { PATH: process.env.PATH ?? '', ...env },
    encoding: 'utf8',
  })
  return { status, stdout, stderr: stderr.trim() }
}

describe('npm run seed', () => {
  it('says which process to stop if the data folder is in use', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'portal-seed-'))
    const lock = await takeFolder(join(dataDir, 'database'))
    expect(seed([], { DATA_DIR: dataDir })).toEqual({
      status: 1,
      stdout: '',
      stderr: `The data folder ${dataDir} is in use by process ${process.pid}. Stop that process with Ctrl-C and seed again. To seed while it runs, use PostgreSQL with DATABASE_URL.`,
    })
    lock.release()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('refuses an invalid port with a message', () => {
    const { status, stderr } = seed([], { DATA_DIR: tmpdir(), BILLING_PORT: 'x' })
    expect(status).toBe(1)
    expect(stderr).toBe('BILLING_PORT must be a port number, but is "x".')
  })

  it('fails with a message if PostgreSQL does not answer', () => {
    const { status, stderr } = seed([], { DATABASE_URL: 'postgres://127.0.0.1:1/none' })
    expect(status).toBe(1)
    expect(stderr).toBe('The database does not answer: connect ECONNREFUSED 127.0.0.1:1')
  })
})
