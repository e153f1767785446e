/** Duplicate, unusual and forged headers and parameters have no effect. See docs/product/errors.md#hostile-input. */
import { type AddressInfo, connect } from 'node:net'
import { account } from '@portal/contract/account/account'
import { members } from '@portal/contract/members/members'
import { beforeEach, describe, expect, it } from 'vitest'
import { useTestApp } from '../testing/build-test-app.ts'
import { makeScene, type Scene } from '../testing/hostile-scene.ts'

const test = useTestApp()
let scene: Scene
beforeEach(async () => {
  scene = await makeScene(test)
})

const typeOf = (response: { statusCode: number; body: string }) =>
  response.statusCode < 400 ? '200' : `${response.statusCode} ${JSON.parse(response.body).error?.type}`

describe('a parameter', () => {
  it.each([
    ['twice, once encoded', 'limit=1&%6cimit=1000', '400 ValidationError'],
    ['as an object', 'limit[gt]=1', '200'],
    ['named constructor', 'constructor[prototype][limit]=0', '200'],
    ['named toString', 'toString=1&valueOf=2&hasOwnProperty=3', '200'],
    ['with bytes that are no text', 'after=%ff%fe', '400 ValidationError'],
    ['a thousand times', Array.from({ length: 1_000 }, (_, at) => `a${at}=1`).join('&'), '200'],
    ['behind a semicolon', 'limit=1;limit=1000', '400 ValidationError'],
  ])('%s has a single interpretation', async (_, query, outcome) => {
    const url = `/workspace/${scene.workspace.id}/members?${query}`
    expect(typeOf(await test.app.inject({ url, headers: test.headersOf(scene.owner) }))).toBe(outcome)
    expect(({} as Record<string, unknown>).limit).toBeUndefined()
  })

  it('in the query does not replace one in the path or body', async () => {
    const response = await test.app.inject({
      method: 'PATCH',
      url: `/users/${scene.owner.user.id}?userId=${scene.editor.user.id}&lastName=Query`,
      headers: test.headersOf(scene.owner),
      payload: { lastName: 'Body' },
    })
    expect(response.json().user).toMatchObject({ id: scene.owner.user.id, lastName: 'Body' })
  })

  it('of a form that is named __proto__ pollutes nothing', async () => {
    await test.app.inject({
      method: 'POST',
      url: '/auth/introspect',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: '__proto__[active]=true&constructor[prototype][active]=true&token=x',
    })
    expect(({} as Record<string, unknown>).active).toBeUndefined()
  })
})

describe('a JSON body with a duplicate field', () => {
  it('uses only the last value, for validation and for the handler', async () => {
    const params = { workspaceId: scene.workspace.id }
    const response = await test.app.inject({
      method: 'POST',
      url: `/workspace/${params.workspaceId}/members`,
      headers: { ...test.headersOf(scene.owner), 'content-type': 'application/json' },
      payload: '{"email":"fine@example.com","role":"EDITOR","role":"OWNER"}',
    })
    expect(response.statusCode).toBe(409)
    const { body } = await test.send(members.list, { params }, scene.owner)
    expect(body.map(({ email }) => email)).not.toContain('fine@example.com')
  })
})

describe('a request with two session cookies', () => {
  it('uses only the first one', async () => {
    const cookie = `portal_session=${scene.owner.session}; portal_session=${scene.editor.session}`
    const { body } = await test.send(account.whoami, {}, { headers: { cookie } })
    expect(body.user.id).toBe(scene.owner.user.id)
  })

  it('is refused with the XSRF token of the second one', async () => {
    const cookie = `portal_session=${scene.owner.session}; portal_session=${scene.editor.session}`
    const response = await test.app.inject({
      method: 'PATCH',
      url: `/users/${scene.editor.user.id}`,
      headers: { ...test.headersOf(scene.editor), cookie },
      payload: { lastName: 'New' },
    })
    expect(typeOf(response)).toBe('403 CrossSiteRequest')
  })
})

describe('a header', () => {
  it.each([
    ['host', 'evil.example'],
    ['x-forwarded-host', 'evil.example'],
    ['x-forwarded-proto', 'https'],
    ['x-forwarded-prefix', '/evil'],
    ['x-forwarded-port', '666'],
    ['forwarded', 'for=1.2.3.4;host=evil.example;proto=https'],
    ['x-host', 'evil.example'],
    ['x-original-host', 'evil.example'],
    ['referer', 'https://evil.example/'],
  ])('%s changes no redirect and no URL in a response', async (name, value) => {
    const headers = { [name]: value }
    const root = await test.app.inject({ url: '/', headers })
    const login = await test.app.inject({ url: '/auth/login', headers })
    const logout = await test.app.inject({ url: '/auth/logout', headers })
    const go = await test.app.inject({
      url: `/workspaces/${scene.workspace.id}/go`,
      headers: { ...headers, cookie: test.headersOf(scene.owner).cookie },
    })
    for (const { body, headers: answered } of [root, login, logout, go])
      expect(`${body} ${String(answered.location)} ${String(answered['set-cookie'])}`).not.toMatch(
        /evil|:666/,
      )
    expect(root.json().documentation).toBe('http://localhost:9001/docs')
  })

  it('that rewrites URLs leads to no other call', async () => {
    const names = ['x-original-url', 'x-rewrite-url', 'x-override-url', 'x-forwarded-uri']
    const rewriting = Object.fromEntries(names.map((name) => [name, '/whoami']))
    const headers = { ...test.headersOf(scene.owner), ...rewriting }
    expect((await test.app.inject({ url: '/health/live', headers })).json()).toEqual({ status: 'ok' })
  })

  it('request-ulid with an invalid value is neither returned nor logged', async () => {
    const { headers } = await test.app.inject({
      url: '/health/live',
      headers: { 'request-ulid': '<script>alert(1)</script>' },
    })
    expect(JSON.stringify(headers)).not.toContain('script')
  })
})

describe('the HTTP server', () => {
  /** Sends raw bytes and returns the whole response. */
  async function raw(text: string): Promise<string> {
    if (!test.app.server.listening) await test.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = test.app.server.address() as AddressInfo
    return new Promise((resolve, reject) => {
      let answer = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(text))
      socket.setTimeout(1_000, () => socket.destroy())
      socket.on('data', (chunk) => {
        answer += chunk.toString()
      })
      socket.on('error', reject)
      socket.on('close', () => resolve(answer))
    })
  }
  const statuses = (answer: string) => [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)

  it('processes no request that is smuggled by a length together with chunks', async () => {
    const outer =
      'POST /auth/introspect HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked'
    const answer = await raw(`${outer}\r\n\r\n0\r\n\r\nGET /whoami HTTP/1.1\r\nHost: x\r\n\r\n`)
    expect(statuses(answer)).toEqual(['400'])
  })

  it('ignores a second Authorization header', async () => {
    const answer = await raw(
      `GET /whoami HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer nonsense\r\nAuthorization: Bearer ${scene.apiToken.token}\r\nConnection: close\r\n\r\n`,
    )
    expect(statuses(answer)).toEqual(['401'])
  })
})
