/** The folder of compiled modules is private to its user. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ensurePrivateFolder } from './module-cache.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'module-cache-'))
})
afterEach(() => rmSync(home, { recursive: true }))

describe.runIf(process.getuid)('ensurePrivateFolder', () => {
  const inCache = () => join(home, 'cache', 'portal')
  const check = (userId?: number) => ensurePrivateFolder(inCache(), userId)

  it('creates a folder that only its user can read and write', () => {
    expect(check()).toBe(true)
    expect(statSync(inCache()).mode & 0o777).toBe(0o700)
  })

  it('refuses a folder that other users can write to', () => {
    check()
    chmodSync(inCache(), 0o770)
    expect(check()).toBe(false)
  })

  it('refuses a folder of another user', () => {
    check()
    expect(check(statSync(inCache()).uid + 1)).toBe(false)
  })

  it('refuses a folder that cannot be read', () => {
    symlinkSync(join(home, 'cache'), join(home, 'cache'))
    expect(check()).toBe(false)
  })

  it('refuses a link to another folder', () => {
    mkdirSync(join(home, 'cache'))
    symlinkSync(home, inCache())
    expect(check()).toBe(false)
  })
})
