import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readConfig } from './config.ts'
import { type Credentials, readCredentials, storeIssued } from './credentials.ts'
import { NotSignedInError } from './errors.ts'
import { openSession } from './session.ts'

const apiUrl = 'https://api.example.com'
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-session-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  rmSync(folder, { recursive: true })
})

/** Makes the next call of this Node function fail, also in modules that imported it by name. */
function failOnce(name: 'open' | 'rename' | 'rm' | 'writeFile', code: string, message: string): void {
  vi.spyOn(promises, name).mockRejectedValueOnce(Object.assign(new Error(message), { code }))
  syncBuiltinESMExports()
}

const config = (env: Record<string, string> = {}) => readConfig({ XDG_CONFIG_HOME: folder, ...env })
const credentials = (number: number, expiresInMs = 3_600_000): Credentials => ({
  apiUrl,
  accessToken: `access-${number}`,
  refreshToken: `refresh-${number}`,
  expiresAt: new Date(Date.now() + expiresInMs).toISOString(),
})
const file = () => join(folder, 'portal', 'credentials.json')
const save = (values: Credentials) => storeIssued(file(), async () => values)

/** Answers with the next tokens, and counts the refreshes. */
function refresher() {
  const used: string[] = []
  const refresh = async ({ refreshToken }: Credentials) => {
    used.push(refreshToken)
    return credentials(used.length + 1)
  }
  return { used, refresh }
}

describe('openSession', () => {
  it('refreshes an expired token once for sessions that are open at the same time', async () => {
    await save(credentials(1, -1_000))
    const { used, refresh } = refresher()
    const open = await Promise.all(Array.from({ length: 5 }, () => openSession(config(), refresh)))
    const found = await Promise.all(open.map((session) => session.token()))
    expect(found).toEqual(Array(5).fill('access-2'))
    expect(used).toEqual(['refresh-1'])
    expect((await readCredentials(file()))?.refreshToken).toBe('refresh-2')
  })

  it('uses the tokens that another process has stored, without refreshing', async () => {
    await save(credentials(1))
    const { used, refresh } = refresher()
    const session = await openSession(config(), refresh)
    await save(credentials(7))
    expect(await session.tokenAfter('access-1')).toBe('access-7')
    expect(used).toEqual([])
  })

  it('keeps the tokens if the API does not answer during the refresh', async () => {
    await save(credentials(1, -1_000))
    const session = await openSession(config(), async () => {
      throw new Error('no answer')
    })
    await expect(session.token()).rejects.toThrow('no answer')
    expect((await readCredentials(file()))?.refreshToken).toBe('refresh-1')
  })

  it('replaces the file behind a symbolic link, and keeps the link', async () => {
    const target = join(folder, 'elsewhere.json')
    mkdirSync(join(folder, 'portal'))
    symlinkSync(target, file())
    await save(credentials(1, -1_000))
    const session = await openSession(config(), refresher().refresh)
    expect(await session.token()).toBe('access-2')
    expect(lstatSync(file()).isSymbolicLink()).toBe(true)
    expect((await readCredentials(target))?.accessToken).toBe('access-2')
  })

  it('spends no refresh token if the new tokens cannot be stored', async () => {
    await save(credentials(1, -1_000))
    const { used, refresh } = refresher()
    const session = await openSession(config(), refresh)
    failOnce('open', 'ENOSPC', 'no space left')
    await expect(session.token()).rejects.toThrow(`can't be stored in ${file()}: no space left`)
    expect(used).toEqual([])
  })

  it('spends no refresh token if the file is a read-only mount in a writable folder', async () => {
    await save(credentials(1, -1_000))
    const { open } = promises
    vi.spyOn(promises, 'open').mockImplementation(async (path, ...others) => {
      if (path === file()) throw Object.assign(new Error('read-only file system'), { code: 'EROFS' })
      return open(path, ...others)
    })
    syncBuiltinESMExports()
    failOnce('rename', 'EBUSY', 'busy')
    const { used, refresh } = refresher()
    const session = await openSession(config(), refresh)
    await expect(session.token()).rejects.toThrow(`can't be stored in ${file()}: read-only file system`)
    expect(used).toEqual([])
    expect(readdirSync(join(folder, 'portal'))).toEqual(['credentials.json'])
  })

  it('forgets an ended session, but not the tokens that another process has stored', async () => {
    await save(credentials(1))
    const ended = await openSession(config())
    await save(credentials(7))
    await ended.forget()
    expect((await readCredentials(file()))?.accessToken).toBe('access-7')
    const current = await openSession(config())
    await current.forget()
    expect(await readCredentials(file())).toBeUndefined()
  })

  it('forgets an ended session without an error if its tokens cannot be deleted', async () => {
    await save(credentials(1))
    const session = await openSession(config())
    failOnce('rm', 'EBUSY', 'busy')
    failOnce('writeFile', 'EROFS', 'read-only file system')
    await session.forget()
    expect((await readCredentials(file()))?.accessToken).toBe('access-1')
  })

  it('keeps the new tokens if the file is a mount, which cannot be renamed over', async () => {
    await save(credentials(1, -1_000))
    failOnce('rename', 'EBUSY', 'busy')
    const session = await openSession(config(), refresher().refresh)
    expect(await session.token()).toBe('access-2')
    expect((await readCredentials(file()))?.refreshToken).toBe('refresh-2')
    expect(readdirSync(join(folder, 'portal'))).toEqual(['credentials.json'])
  })

  it('is not blocked by a stale lock of this or an earlier release', async () => {
    await save(credentials(1, -1_000))
    mkdirSync(`${file()}.locked`)
    utimesSync(`${file()}.locked`, 0, 0)
    writeFileSync(`${file()}.lock`, '')
    const session = await openSession(config(), refresher().refresh)
    expect(await session.token()).toBe('access-2')
  })

  it('reports a lock that cannot be created without waiting for it', async () => {
    await save(credentials(1, -1_000))
    writeFileSync(`${file()}.locked`, '')
    utimesSync(`${file()}.locked`, 0, 0)
    const session = await openSession(config(), refresher().refresh)
    await expect(session.token()).rejects.toThrow(
      `The lock folder ${file()}.locked can't be created: ENOTDIR`,
    )
  }, 5_000)

  it('needs no home folder with PORTAL_TOKEN, and says what is missing without it', async () => {
    const homeless = (env: Record<string, string>) => readConfig(env, 'linux', '')
    expect(await (await openSession(homeless({ PORTAL_TOKEN: 'given' }))).token()).toBe('given')
    await expect(openSession(homeless({}))).rejects.toThrow('Set HOME or XDG_CONFIG_HOME')
  })

  it('prefers PORTAL_TOKEN and never refreshes it', async () => {
    const session = await openSession(config({ PORTAL_TOKEN: 'given' }))
    expect(await session.token()).toBe('given')
    expect(await session.tokenAfter('given')).toBeUndefined()
  })

  it('sends PORTAL_TOKEN to PORTAL_API_URL, or else to the API that the user signed in to', async () => {
    const apiUrlWith = async (env: Record<string, string> = {}) =>
      (await openSession(config({ PORTAL_TOKEN: 'given', ...env }))).apiUrl
    expect(await apiUrlWith()).toBe('http://localhost:9001')
    await save(credentials(1))
    expect(await apiUrlWith()).toBe(apiUrl)
    const other = 'https://other.example.com'
    expect(await apiUrlWith({ PORTAL_API_URL: other })).toBe(other)
  })

  it('refuses to send the tokens to another API', async () => {
    await save(credentials(1))
    await expect(openSession(config({ PORTAL_API_URL: 'https://other.example.com' }))).rejects.toThrow(
      NotSignedInError,
    )
  })
})
