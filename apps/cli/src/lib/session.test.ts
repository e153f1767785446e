import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { type Credentials, readCredentials, saveCredentials } from './credentials.ts'
import { NotSignedInError } from './errors.ts'
import { openSession } from './session.ts'

const apiUrl = 'https://api.example.com'
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-session-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const config = (env: Record<string, string> = {}) => readConfig({ XDG_CONFIG_HOME: folder, ...env })
const credentials = (number: number, expiresInMs = 3_600_000): Credentials => ({
  apiUrl,
  accessToken: `access-${number}`,
  refreshToken: `refresh-${number}`,
  expiresAt: new Date(Date.now() + expiresInMs).toISOString(),
})
const save = (values: Credentials) => saveCredentials(config().credentialsFile, values)

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
    expect((await readCredentials(config().credentialsFile))?.refreshToken).toBe('refresh-2')
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
    expect((await readCredentials(config().credentialsFile))?.refreshToken).toBe('refresh-1')
  })

  it('prefers PORTAL_TOKEN and never refreshes it', async () => {
    const session = await openSession(config({ PORTAL_TOKEN: 'given' }))
    expect(await session.token()).toBe('given')
    expect(await session.tokenAfter('given')).toBeUndefined()
  })

  it('refuses to send the tokens to another API', async () => {
    await save(credentials(1))
    await expect(openSession(config({ PORTAL_API_URL: 'https://other.example.com' }))).rejects.toThrow(
      NotSignedInError,
    )
  })
})
