/** The `portal` command, run as a process against the API. See docs/product/command-line.md#the-portal-command. */
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { cliSignIns } from '@portal/contract/cli-sign-ins/cli-sign-ins'
import { sessions } from '@portal/contract/sessions/sessions'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../../../tools/processes/free-port.ts'
import type { Running } from '../../../../tools/processes/start-portal-command.ts'
import { sessions as sessionRows } from '../features/sessions/session-table.ts'
import { useTestApp } from '../testing/build-test-app.ts'
import { makeWorkspace } from '../testing/factories.ts'
import { makeSignedIn, type SignedIn } from '../testing/make-signed-in.ts'
import { makePortalCommand, type PortalCommand } from '../testing/portal-command.ts'

const port = await freePort()
const test = useTestApp({ API_URL: `http://localhost:${port}`, RATE_LIMIT_FACTOR: '1000' })
beforeAll(async () => void (await test.app.listen({ port, host: 'localhost' })))

let portal: PortalCommand
let user: SignedIn
beforeEach(async () => {
  portal = makePortalCommand(test)
  user = await makeSignedIn(test)
})
afterEach(() => portal.remove())

const cliSessions = async () => {
  const input = { params: { userId: user.user.id } }
  const { body } = await test.send(sessions.list, input, { session: user.session })
  return body.filter(({ kind }) => kind === 'cli')
}

async function answer(running: Running, call: typeof cliSignIns.approve | typeof cliSignIns.deny) {
  const userCode = await vi.waitFor(() => {
    const [code] = /[A-Z]{4}-[A-Z]{4}/.exec(running.text()) ?? []
    if (!code) throw new Error(`No code yet: ${running.text()}`)
    return code
  }, 60_000)
  const reply = await test.send(call, { params: { userCode } }, { session: user.session })
  expect(reply.status).toBe(204)
}

describe('portal login', () => {
  it('shows a code and the address, and signs in after the approval', async () => {
    const login = portal.start('login')
    await answer(login, cliSignIns.approve)
    const { code, stdout, stderr } = await login.finished
    expect(stderr).toContain('Open http://localhost:9000/device in any browser and enter this code:')
    expect(stdout).toBe(`Signed in as ${user.user.email}.\n`)
    expect(code).toBe(0)

    expect(statSync(portal.credentialsFile).mode & 0o777).toBe(0o600)
    const { accessToken, refreshToken } = portal.credentials()
    for (const secret of [accessToken, refreshToken]) expect(stdout + stderr).not.toContain(secret)
    expect(await portal.json('whoami')).toMatchObject({ id: user.user.id, email: user.user.email })
    const [session] = await cliSessions()
    expect(session?.userAgent).toMatch(/^portal\/\d+\.\d+\.\d+ \(.+; \w+\)$/)
  })

  it('exits with 4 after the user denied the sign-in', async () => {
    const login = portal.start('login')
    await answer(login, cliSignIns.deny)
    const { code, stderr } = await login.finished
    expect([code, stderr]).toEqual([
      4,
      expect.stringContaining('Error: The sign-in was denied on the portal.'),
    ])
    expect(existsSync(portal.credentialsFile)).toBe(false)
  })

  it('names the address if nothing answers there', async () => {
    portal.env.PORTAL_API_URL = `http://localhost:${await freePort()}`
    const { code, stderr } = await portal.run('login')
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`${portal.env.PORTAL_API_URL} doesn't answer.`),
    ])
  })

  it('says before the sign-in if the session cannot be stored', async () => {
    portal.env.XDG_CONFIG_HOME = '/dev/null'
    const { code, stderr } = await portal.run('login')
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^Error: .*\/dev\/null\/portal/)])
  })
})

describe('The session of the portal command', () => {
  beforeEach(() => portal.signIn(user))

  it('is refreshed once when eight processes find an expired access token', async () => {
    const before = portal.credentials()
    portal.changeCredentials({ expiresAt: new Date(Date.now() - 1_000).toISOString() })
    const finished = await Promise.all(Array.from({ length: 8 }, () => portal.run('whoami')))
    expect(finished.map(({ code, stderr }) => [code, stderr])).toEqual(Array(8).fill([0, '']))
    expect(portal.credentials().refreshToken).not.toBe(before.refreshToken)
    expect((await portal.run('whoami')).code).toBe(0)
    expect(existsSync(`${portal.credentialsFile}.locked`)).toBe(false)
  })

  it('can be ended on the portal, after which the next command exits with 4 and deletes the tokens', async () => {
    const [session] = await cliSessions()
    const params = { userId: user.user.id, sessionId: session?.id ?? '' }
    await test.send(sessions.endOne, { params }, { session: user.session })
    const { code, stderr } = await portal.run('workspaces', 'list')
    expect(code).toBe(4)
    expect(stderr).toMatch(/Run `portal login` to sign in again\.\nRequest id: \S+\n$/)
    expect(existsSync(portal.credentialsFile)).toBe(false)
  })

  it('ends with portal logout, on the server too', async () => {
    expect(await portal.json('logout')).toEqual({ signedOut: true })
    expect(existsSync(portal.credentialsFile)).toBe(false)
    expect(await cliSessions()).toEqual([])
    expect((await portal.run('whoami')).code).toBe(4)
    expect(await portal.json('logout')).toEqual({ signedOut: false })
  })

  it('is never sent to another address', async () => {
    portal.env.PORTAL_API_URL = `http://localhost:${await freePort()}`
    const { code, stderr } = await portal.run('whoami')
    expect(code).toBe(4)
    expect(stderr).toContain(
      `You are signed in to ${test.config.API_URL}, not to ${portal.env.PORTAL_API_URL}`,
    )
  })

  it('is ignored if PORTAL_TOKEN is set', async () => {
    portal.env.PORTAL_TOKEN = 'invalid'
    const { code, stderr } = await portal.run('--json', 'whoami')
    expect(code).toBe(4)
    expect(JSON.parse(stderr).error).toMatchObject({ type: 'NotSignedIn', requestId: expect.any(String) })
    portal.env.PORTAL_TOKEN = portal.credentials().accessToken
    expect((await portal.run('whoami')).code).toBe(0)
  })

  it('is refreshed when the API refuses the access token as expired', async () => {
    const before = portal.credentials()
    test.clockOffsetMs = 2 * 3_600_000
    expect(await portal.json('whoami')).toMatchObject({ id: user.user.id })
    expect(portal.credentials().accessToken).not.toBe(before.accessToken)
  })

  it('explains that creating a token requires a fresh sign-in', async () => {
    await portal.signIn(user)
    await test.database.orm.update(sessionRows).set({ authenticatedAt: new Date(Date.now() - 2 * 3_600_000) })
    await makeWorkspace(test.database, user.user, { displayName: 'Production' })
    const { code, stderr } = await portal.run('tokens', 'create', 'Production', 'deploys')
    expect([code, stderr]).toEqual([
      4,
      expect.stringContaining('Run `portal login` again, then repeat the command.'),
    ])
  })
})

describe('The portal command', () => {
  it.each([
    [['worspaces'], '(Did you mean workspaces?)'],
    [['workspaces', 'lst'], '(Did you mean list?)'],
    [['workspaces', 'list', '--jsn'], '(Did you mean --json?)'],
    [['workspaces', 'show'], "missing required argument 'workspace'"],
    [['members', 'invite', 'a', 'b', '--role', 'owner'], 'Allowed choices are approver, collaborator.'],
    [[], 'Usage: portal'],
  ])('exits with 2 for a wrong command line: %j', async (words, sentence) => {
    const { code, stdout, stderr } = await portal.run(...words)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(sentence)
  })

  it.each([
    [['tokens', 'creat'], "unknown command 'creat'\n(Did you mean create?)"],
    [['members', 'list', 'a', '--limit', '0'], 'Enter a whole number from 1 to 100000.'],
    [[], 'The command is missing.'],
  ])('writes JSON alone for a wrong command line with --json: %j', async (words, sentence) => {
    const { code, stdout, stderr } = await portal.run(...words, '--json')
    expect([code, stdout]).toEqual([2, ''])
    const { error } = JSON.parse(stderr)
    expect(error.type).toBe('UsageError')
    expect(error.message).toContain(sentence)
  })

  it.each([
    ['help', 'tokens', 'create'],
    ['tokens', 'help', 'create'],
    ['tokens', 'create', '-h'],
  ])('shows the help of a command: %s %s %s', async (...words) => {
    const { code, stdout } = await portal.run(...words)
    expect([code, stdout]).toEqual([0, expect.stringContaining('Usage: portal tokens create')])
  })

  it('sends requests through HTTPS_PROXY, except those to NO_PROXY and to this computer', async () => {
    const connected: string[] = []
    const proxy = createServer().on('connect', ({ url = '' }, socket) => {
      connected.push(url)
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    })
    await once(proxy.listen(0, 'localhost'), 'listening')
    const { port: proxyPort } = proxy.address() as AddressInfo
    Object.assign(portal.env, {
      HTTPS_PROXY: `http://localhost:${proxyPort}`,
      HTTP_PROXY: `http://localhost:${proxyPort}`,
      NO_PROXY: 'direct.invalid',
    })
    await portal.signIn(user)
    expect((await portal.run('whoami')).code).toBe(0)
    Object.assign(portal.env, { PORTAL_TOKEN: 'token', PORTAL_API_URL: 'https://direct.invalid' })
    expect((await portal.run('whoami')).code).toBe(1)
    expect(connected).toEqual([])
    portal.env.PORTAL_API_URL = 'https://api.invalid'
    expect((await portal.run('whoami')).code).toBe(1)
    expect(new Set(connected)).toEqual(new Set(['api.invalid:443']))
    proxy.close()
  })

  it('shows the help and the version even if a setting is invalid, which every other command refuses', async () => {
    Object.assign(portal.env, { PORTAL_API_URL: 'localhost', HTTPS_PROXY: 'proxy:3128' })
    for (const words of [['--version'], ['--help'], ['help', 'tokens', 'create']])
      expect(await portal.run(...words)).toMatchObject({ code: 0, stderr: '' })
    expect(await portal.run('whoami')).toMatchObject({ code: 2 })
  })

  it('exits with 4 if no user is signed in', async () => {
    const { code, stdout, stderr } = await portal.run('workspaces', 'list')
    expect([code, stdout, stderr]).toEqual([4, '', 'Error: You are not signed in. Run `portal login`.\n'])
  })

  it('exits with 1 and prints the request id if the API refuses', async () => {
    await portal.signIn(user)
    const { code, stderr } = await portal.run('workspaces', 'create', 'Bad*Name', 'http://localhost:8080')
    expect(code).toBe(1)
    expect(stderr).toMatch(/displayName: Only letters.*\nRequest id: \S+\n$/)
  })

  it('asks for --yes before a deletion if there is no terminal', async () => {
    await portal.signIn(user)
    const workspace = await makeWorkspace(test.database, user.user, { displayName: 'Production' })
    const asked = await portal.run('workspaces', 'delete', 'production')
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('Add --yes to confirm.')])
    expect(await portal.json('workspaces', 'delete', 'production', '--yes')).toEqual({ id: workspace.id })
    expect(await portal.json('workspaces', 'list')).toEqual([])
  })

  it('asks for the id if two workspaces have the same name', async () => {
    await portal.signIn(user)
    const ids = []
    for (const displayName of ['Twin', 'twin'])
      ids.push((await makeWorkspace(test.database, user.user, { displayName })).id)
    const { code, stderr } = await portal.run('workspaces', 'show', 'TWIN')
    expect(code).toBe(2)
    for (const id of ids) expect(stderr).toContain(id)
    expect(await portal.json('workspaces', 'show', ids[1] ?? '')).toMatchObject({ displayName: 'twin' })
  })

  it('writes the secret of a token to stdout once, or to a new file with mode 0600', async () => {
    await portal.signIn(user)
    await makeWorkspace(test.database, user.user, { displayName: 'Production' })
    const shown = await portal.run('tokens', 'create', 'Production', 'shown')
    expect(shown.stdout).toMatch(/^eyJ[\w-]+\.[\w-]+\.[\w-]+\n$/)
    expect(shown.stderr).not.toContain(shown.stdout.trim())

    const file = join(portal.folder, 'deploys.token')
    const kept = await portal.run('tokens', 'create', 'Production', 'kept', '--output', file)
    expect([kept.code, kept.stdout]).toEqual([0, ''])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toMatch(/^eyJ[\w-]+\.[\w-]+\.[\w-]+\n$/)

    const refused = await portal.run('tokens', 'create', 'Production', 'refused', '--output', file)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('already exists')])
    const names = await portal.json<{ name: string }[]>('tokens', 'list', 'Production')
    expect(names.map(({ name }) => name)).toEqual(['shown', 'kept'])
  })

  it('revokes a token whose secret could not be written', async () => {
    await portal.signIn(user)
    await makeWorkspace(test.database, user.user, { displayName: 'Production' })
    const command = portal.start('tokens', 'create', 'Production', 'lost')
    // Closes the pipe as a reader that ended would.
    command.child.stdout?.destroy()
    expect(await command.finished).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('lost was revoked. Create it again.'),
    })
    expect(await portal.json('tokens', 'list', 'Production')).toEqual([])
  })

  it('prints no control characters from names', async () => {
    await portal.signIn(user)
    const unsafe = ['\u001b', '\u009b', '\u202e']
    const displayName = `red ${unsafe.join(' ')}`
    await makeWorkspace(test.database, user.user, { displayName })
    const { stdout } = await portal.run('workspaces', 'list')
    expect(stdout).toContain('red')
    for (const character of unsafe) expect(stdout).not.toContain(character)
    const asJson = await portal.run('workspaces', 'list', '--json')
    for (const character of unsafe) expect(asJson.stdout).not.toContain(character)
    expect(JSON.parse(asJson.stdout)[0].displayName).toBe(displayName)
  })
})
