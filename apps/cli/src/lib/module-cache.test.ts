/** The folder of compiled modules is private to its user. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { moduleCacheFolder } from './module-cache.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'module-cache-'))
})
afterEach(() => rmSync(home, { recursive: true }))

describe.runIf(process.getuid)('moduleCacheFolder', () => {
  const inCache = () => join(home, 'cache', 'portal')
  const find = (userId?: number) => moduleCacheFolder({ XDG_CACHE_HOME: join(home, 'cache') }, userId)

  it('creates a folder that only its user can read and write', () => {
    expect(find()).toBe(inCache())
    expect(statSync(inCache()).mode & 0o777).toBe(0o700)
  })

  it('is ~/.cache/portal without XDG_CACHE_HOME', () => {
    expect(moduleCacheFolder({ HOME: home })).toBe(join(home, '.cache', 'portal'))
  })

  it('refuses a folder that other users can write to', () => {
    find()
    chmodSync(inCache(), 0o770)
    expect(find()).toBeUndefined()
  })

  it('refuses a folder of another user', () => {
    find()
    expect(find(statSync(inCache()).uid + 1)).toBeUndefined()
  })

  it('refuses a link to another folder', () => {
    mkdirSync(join(home, 'cache'))
    symlinkSync(home, inCache())
    expect(find()).toBeUndefined()
  })
})
