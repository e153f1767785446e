import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mayNeedDemo, unfinishedFile } from './first-start.ts'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'portal-first-start-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const makeDatabase = () => mkdirSync(join(dataDir, 'postgres'))

describe('the demo data of a local run', () => {
  it('is seeded into a new local database', () => {
    expect(mayNeedDemo({}, dataDir)).toBe(true)
  })

  it('is not seeded at the second start', () => {
    makeDatabase()
    expect(mayNeedDemo({}, dataDir)).toBe(false)
  })

  it('is seeded again if the first start was interrupted', () => {
    makeDatabase()
    writeFileSync(unfinishedFile(dataDir), '')
    expect(mayNeedDemo({}, dataDir)).toBe(true)
  })

  it.each([
    ['SEED_DEMO=false', { SEED_DEMO: 'false' }, false],
    ['a DATABASE_URL', { DATABASE_URL: 'postgres://127.0.0.1/portal' }, false],
    ['another identity provider', { OIDC_ISSUER: 'https://login.example.com/' }, false],
    ['a DATABASE_URL and SEED_DEMO=true', { DATABASE_URL: 'postgres://x', SEED_DEMO: 'true' }, true],
    ['empty variables', { DATABASE_URL: '', OIDC_ISSUER: '', SEED_DEMO: '' }, true],
  ])('follows %s', (_what, env, isWanted) => {
    expect(mayNeedDemo(env, dataDir)).toBe(isWanted)
  })

  it('is refused with a message for an invalid SEED_DEMO', () => {
    expect(() => mayNeedDemo({ SEED_DEMO: 'yes' }, dataDir)).toThrow(
      'SEED_DEMO must be true or false, but is "yes".',
    )
  })
})
