import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

function seed(arguments_: string[], env: Record<string, string>) {
  const script = resolve(import.meta.dirname, '../seed.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...arguments_], {
    env: { PATH: process.env.PATH ?? '', ...env },
    encoding: 'utf8',
  })
  return { status, stdout, stderr: stderr.trim() }
}

describe('npm run seed', () => {
  it('says how to start the local database if there is none', () => {
    const dataDir = join(tmpdir(), 'portal-seed-nothing')
    expect(seed([], { DATA_DIR: dataDir })).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining(
        `DATABASE_URL is not set, and ${dataDir} has no local database. Run "npm start", which creates and starts one, or set DATABASE_URL`,
      ),
    })
  })

  it('refuses an invalid port with a message', () => {
    const { status, stderr } = seed([], { DATA_DIR: tmpdir(), BILLING_PORT: 'x' })
    expect(status).toBe(1)
    expect(stderr).toBe('BILLING_PORT must be a port number, but is "x".')
  })

  it('fails with a message if PostgreSQL does not answer', () => {
    const { status, stderr } = seed([], { DATABASE_URL: 'postgres://127.0.0.1:1/none' })
    expect(status).toBe(1)
    expect(stderr).toBe(
      'The database does not answer: connect ECONNREFUSED 127.0.0.1:1. Check DATABASE_URL and that PostgreSQL is running.',
    )
  })
})
