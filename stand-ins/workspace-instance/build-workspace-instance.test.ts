import { generateKeyPair } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../../tools/processes/free-port.ts'
import type { StandIn } from '../serving/stand-in-server.ts'
import { temporaryFolder } from '../serving/testing/temporary-folder.ts'
import { TestBrowser } from '../serving/testing/test-browser.ts'
import { buildWorkspaceInstance } from './build-workspace-instance.ts'
import type { InstanceSettings } from './instance-settings.ts'
import { type FakeAuthApi, startFakeAuthApi } from './testing/fake-auth-api.ts'

let folder: { path: string; remove: () => Promise<void> }
let authApi: FakeAuthApi
let settings: InstanceSettings
let instance: StandIn
let browser: TestBrowser

beforeEach(async () => {
  folder = await temporaryFolder()
  authApi = await startFakeAuthApi()
  const port = await freePort()
  settings = {
    port,
    instanceUrl: `http://localhost:${port}`,
    authApiUrl: authApi.state.url,
    portalUrl: 'http://localhost:9000',
    dataFolder: folder.path,
  }
  instance = await buildWorkspaceInstance(settings)
  await instance.listen()
  browser = new TestBrowser(settings.instanceUrl)
})

afterEach(async () => {
  await instance.close()
  await authApi.close()
  await folder.remove()
})

async function connect(changes: Record<string, unknown> = {}, query = '', workspaceId = 'W1') {
  const token = await authApi.sign({ aud: settings.instanceUrl, workspaceId, ...changes })
  authApi.state.codes.set('code', { token, workspaceId, userId: 'U1' })
  return { token, visit: await browser.visit(`/auth-connect?code=code&workspaceId=${workspaceId}${query}`) }
}

describe('hand-off', () => {
  it('shows name, role, workspace and token lifetime, in a new session', async () => {
    const { token, visit } = await connect()
    expect(visit.status).toBe(200)
    expect(visit.text).toContain('Hello, Ada &lt;Lovelace&gt;')
    expect(visit.text).toContain('<strong>Workspace W1</strong>')
    expect(visit.text).toContain('<span class="badge">OWNER</span>')
    expect(visit.text).toContain('Managed instance')
    expect(visit.text).toContain('2 hours left')
    expect(visit.text).not.toContain(token)
    expect(visit.text).not.toContain('workspace-secret')
    expect(browser.cookieNames).toEqual([`instance-${settings.port}-session`])
  })

  it('redirects to a path of the instance', async () => {
    const { visit } = await connect({}, '&redirect=%2Fassets%3Fpage%3D2')
    expect(visit.url).toBe(`${settings.instanceUrl}/assets?page=2`)
    expect(visit.text).toContain('<code>/assets</code>')
  })

  it.each([
    '//evil.example',
    '/.//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    'javascript:1',
  ])('does not redirect to %j', async (redirect) => {
    const { visit } = await connect({}, `&redirect=${encodeURIComponent(redirect)}`)
    expect(visit.url).toBe(`${settings.instanceUrl}/`)
    expect(visit.location).toBeNull()
  })

  it('explains a used code and offers a way back', async () => {
    const visit = await browser.visit('/auth-connect?code=old&workspaceId=W1')
    expect(visit.status).toBe(409)
    expect(visit.text).toContain('<code>Conflict</code>')
    expect(visit.text).toContain('href="http://localhost:9000/workspace/W1/go"')
  })

  it.each([
    ['another workspace', { workspaceId: 'W2' }],
    ['another person', { userId: 'U2' }],
    ['another instance', { aud: 'http://localhost:1' }],
    ['automation', { role: 'automation' }],
    ['the past', { exp: 1_000 }],
  ])('refuses a token for %s', async (_title, changes) => {
    const token = await authApi.sign({ aud: settings.instanceUrl, ...changes })
    authApi.state.codes.set('code', { token, workspaceId: 'W1', userId: 'U1' })
    const visit = await browser.visit('/auth-connect?code=code&workspaceId=W1')
    expect(visit.status).toBe(400)
    expect(browser.cookieNames).toEqual([])
  })

  it('refuses a token with a foreign signature', async () => {
    const { privateKey } = await generateKeyPair('ES256')
    const token = await authApi.sign({ aud: settings.instanceUrl }, privateKey)
    authApi.state.codes.set('code', { token, workspaceId: 'W1', userId: 'U1' })
    const visit = await browser.visit('/auth-connect?code=code&workspaceId=W1')
    expect(visit.text).toContain('The token is not signed by the auth API.')
  })
})

describe('a session', () => {
  it('shows a changed role immediately and after /refresh-auth', async () => {
    await connect()
    authApi.state.role = 'EDITOR'
    const visit = await browser.visit('/refresh-auth?workspaceId=W1')
    expect(visit.url).toBe(`${settings.instanceUrl}/?workspaceId=W1`)
    expect(visit.text).toContain('Collaborator')
  })

  it('sends its token to GET / on every request, and shows nothing unless systemStatus is "ok"', async () => {
    const { token } = await connect()
    const checks = authApi.state.confirmed.length
    await browser.visit('/assets')
    await browser.visit('/')
    expect(authApi.state.confirmed.slice(checks)).toEqual([`Bearer ${token}`, `Bearer ${token}`])
    authApi.state.systemStatus = 'down'
    const visit = await browser.visit('/')
    expect(visit.status).toBe(503)
    expect(visit.text).toContain('It does not report that it works.')
    expect(visit.text).not.toContain('Hello, Ada')
  })

  it('shows why access ended and removes an invalid token', async () => {
    await connect()
    authApi.state.denial = { statusCode: 403, type: 'AccountSuspended' }
    expect(await browser.visit('/')).toMatchObject({
      status: 403,
      text: expect.stringContaining('AccountSuspended'),
    })
    authApi.state.denial = undefined
    expect((await browser.visit('/')).text).toContain('Hello, Ada')

    authApi.state.denial = { statusCode: 401, type: 'TokenRevoked' }
    const revoked = await browser.visit('/')
    expect(revoked.status).toBe(401)
    expect(revoked.text).toContain('Refused: TokenRevoked.')
    expect(revoked.text).toContain('href="http://localhost:9000/workspace/W1/go"')
    authApi.state.denial = undefined
    expect((await browser.visit('/')).text).toContain('You are not signed in to this workspace here')
  })

  it('supports several workspaces', async () => {
    await connect()
    await connect({}, '', 'W2')
    const visit = await browser.visit('/?workspaceId=W1')
    expect(visit.text).toContain('<a href="/?workspaceId=W2">Workspace W2</a>')
  })

  it('survives a restart', async () => {
    await connect()
    await instance.close()
    instance = await buildWorkspaceInstance(settings)
    await instance.listen()
    expect((await browser.visit('/')).text).toContain('Hello, Ada')
  })

  it('ends with sign-out at the instance and at the auth API', async () => {
    const { token } = await connect()
    const left = await browser.send('/logout', {})
    expect(left).toMatchObject({ status: 303, location: 'http://localhost:9000/' })
    expect(authApi.state.loggedOut).toEqual([
      { authorization: `Bearer ${token}`, origin: settings.instanceUrl, type: 'application/json' },
    ])
    expect((await browser.visit('/')).text).toContain('You are not signed in here')
  })

  it('can be signed out from the pages of the instance', async () => {
    const page = await fetch(settings.instanceUrl)
    expect(page.headers.get('referrer-policy')).toBe('same-origin')
    const request = { method: 'POST', headers: { origin: settings.instanceUrl }, redirect: 'manual' } as const
    expect((await fetch(`${settings.instanceUrl}/logout`, request)).status).toBe(303)
  })

  it('cannot be signed out from another origin', async () => {
    const reply = await fetch(`${settings.instanceUrl}/logout`, {
      method: 'POST',
      headers: { origin: 'http://localhost:1' },
    })
    expect(reply.status).toBe(403)
  })

  it('shows an unavailable auth API and continues afterwards', async () => {
    await connect()
    await authApi.close()
    const visit = await browser.visit('/')
    expect(visit.status).toBe(503)
    expect(visit.text).toContain('The sign-in service does not answer')
  })
})

describe('a token of automation', () => {
  async function check(body: unknown) {
    const reply = await fetch(`${settings.instanceUrl}/api/check-token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: reply.status, body: (await reply.json()) as unknown }
  }

  it('is active while it is signed, unexpired and not revoked', async () => {
    const token = await authApi.sign({ role: 'automation' })
    expect((await check({ token })).body).toMatchObject({ active: true, role: 'automation' })
    authApi.state.denial = { statusCode: 401, type: 'TokenRevoked' }
    expect((await check({ token })).body).toEqual({ active: false, reason: 'TokenRevoked' })
    expect((await check({ token: 'nonsense' })).body).toMatchObject({ active: false })
    const expired = await authApi.sign({ role: 'automation', exp: 1_000 })
    expect((await check({ token: expired })).body).toEqual({
      active: false,
      reason: 'The token has expired.',
    })
    expect((await check({})).status).toBe(400)
  })

  it('is shown with its service account and its trust rule', async () => {
    await connect()
    const token = await authApi.sign({ role: 'automation' })
    expect((await browser.visit('/')).text).not.toContain('Recent automation')
    authApi.state.introspection = { active: true, serviceAccount: { id: 'S1', name: 'deploy-bot' } }
    expect((await check({ token })).body).toMatchObject({ actor: 'deploy-bot' })
    authApi.state.introspection = { ...authApi.state.introspection, trustRule: { id: 'R1', name: '<main>' } }
    expect((await check({ token })).body).toMatchObject({ actor: 'deploy-bot, by trust rule <main>' })
    const { text } = await browser.visit('/')
    expect(text).toContain('<strong>deploy-bot</strong>')
    expect(text).toContain('<strong>deploy-bot, by trust rule &lt;main&gt;</strong>')
    const elsewhere = await authApi.sign({ role: 'automation', workspaceId: 'W2' })
    authApi.state.introspection = { active: true }
    await check({ token: elsewhere })
    expect((await browser.visit('/')).text).not.toContain('A member’s token')
  })

  it('is refused if the auth API is unavailable', async () => {
    const token = await authApi.sign({ role: 'automation' })
    await authApi.close()
    expect(await check({ token })).toMatchObject({ status: 503, body: { active: false } })
  })
})

describe('the page for integrators', () => {
  it('names the calls and this instance', async () => {
    const { text } = await browser.visit('/integrators')
    expect(text).toContain('POST /complete-auth-connect')
    expect(text).toContain(settings.instanceUrl)
  })
})
