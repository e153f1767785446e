import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeCli } from '../lib/cli.ts'
import { readConfig } from '../lib/config.ts'
import { storeIssued } from '../lib/credentials.ts'
import { makeOutput } from '../lib/output.ts'
import { addSessionCommands } from './session.ts'

const apiUrl = 'https://api.example.com'
const answers: Record<string, unknown> = {
  '/.well-known/oauth-authorization-server': {
    issuer: apiUrl,
    token_endpoint: `${apiUrl}/oauth/token`,
    device_authorization_endpoint: `${apiUrl}/oauth/device_authorization`,
    revocation_endpoint: `${apiUrl}/oauth/revoke`,
  },
  '/oauth/device_authorization': {
    device_code: 'device',
    user_code: 'BCDF-GHJK',
    verification_uri: 'https://portal.example.com/device',
    expires_in: 600,
    interval: 5,
  },
  '/oauth/token': {
    access_token: 'access',
    refresh_token: 'issued',
    token_type: 'bearer',
    expires_in: 3_600,
  },
  '/oauth/revoke': {},
}

const stored = { apiUrl, accessToken: 'access', refreshToken: 'stored', expiresAt: new Date().toISOString() }

let folder: string
let revoked: string[]
const file = () => join(folder, 'portal', 'credentials.json')
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-session-'))
  revoked = []
  vi.stubGlobal('fetch', async (url: URL | string, { body }: RequestInit) => {
    const { pathname } = new URL(url)
    if (pathname === '/oauth/revoke') revoked.push(new URLSearchParams(String(body)).get('token') ?? '')
    return Response.json(answers[pathname])
  })
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  rmSync(folder, { recursive: true })
})

async function run(command: string): Promise<void> {
  const program = new Command()
  const config = readConfig({ XDG_CONFIG_HOME: folder, PORTAL_API_URL: apiUrl })
  addSessionCommands(
    program,
    makeCli(() => config, makeOutput()),
  )
  await program.parseAsync([command], { from: 'user' })
}

/** Makes every later call of this Node function fail. */
function fail(name: 'rm' | 'writeFile', message: string): void {
  vi.spyOn(promises, name).mockRejectedValue(new Error(message))
  syncBuiltinESMExports()
}

describe('portal login', () => {
  it('ends the new session if the tokens can no longer be stored after the approval', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const refused = expect(run('login')).rejects.toThrow(`The lock folder ${file()}.locked can't be created`)
    await vi.waitFor(() =>
      expect(process.stderr.write).toHaveBeenCalledWith(expect.stringContaining('Waiting')),
    )
    // The folder is replaced by a file while the command waits.
    rmSync(join(folder, 'portal'), { recursive: true })
    writeFileSync(join(folder, 'portal'), '')
    await vi.advanceTimersByTimeAsync(5_000)
    await refused
    expect(revoked).toEqual(['issued'])
  })
})

describe('portal logout', () => {
  it('says that the session remains if the API does not end it', async () => {
    await storeIssued(file(), async () => stored)
    vi.stubGlobal('fetch', async () => new Response('<html>', { headers: { 'content-type': 'text/html' } }))
    await expect(run('logout')).rejects.toThrow(`the session on ${apiUrl} could not be ended`)
    expect(existsSync(file())).toBe(false)
  })

  it('ends the session and reports the remaining tokens if they cannot be deleted', async () => {
    await storeIssued(file(), async () => stored)
    fail('rm', 'busy')
    fail('writeFile', 'read-only file system')
    await expect(run('logout')).rejects.toThrow(
      `The session has ended, but its tokens in ${file()} can't be deleted: read-only file system`,
    )
    expect(revoked).toEqual(['stored'])
    expect(readFileSync(file(), 'utf8')).toContain('stored')
  })
})
