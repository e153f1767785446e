/** No URL of the API redirects a browser to a site of an attacker's choice. See docs/product/sign-in.md#redirect-targets. */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { calls } from '@portal/contract/calls'
import { isRedirectPath } from '@portal/contract/text/text-rules'
import { beforeEach, describe, expect, it } from 'vitest'
import { useTestApp } from '../testing/build-test-app.ts'
import { callAt, makeScene, type Scene } from '../testing/hostile-scene.ts'
import { beginSignIn } from '../testing/sign-in-through-provider.ts'

const test = useTestApp()
let scene: Scene
beforeEach(async () => {
  scene = await makeScene(test)
})

const goUrl = (redirect: string) =>
  `/workspaces/${scene.workspace.id}/go?redirect=${encodeURIComponent(redirect)}`
const cookieOfOwner = () => ({ cookie: test.headersOf(scene.owner).cookie })

/** Returns where a browser that follows the URL ends up. */
const hostOf = (location: unknown) => new URL(String(location), 'http://localhost:9001').host
const ownHosts = ['localhost:9000', 'localhost:8080']

const hostile: [string, string][] = [
  ['another site', 'https://evil.example'],
  ['a host without a scheme', '//evil.example'],
  ['a host behind three slashes', '///evil.example'],
  ['a host behind a backslash', '/\\evil.example'],
  ['a host behind two backslashes', '\\\\evil.example'],
  ['a host behind a slash within backslashes', '\\/evil.example'],
  ['a host behind a tab', '/\t/evil.example'],
  ['a host behind a line feed', '/\n/evil.example'],
  ['a script', 'javascript:alert(1)'],
  ['a script behind a slash and a colon', 'javascript://%0aalert(1)'],
  ['data', 'data:text/html,<script>alert(1)</script>'],
  ['a header line', '/path\r\nSet-Cookie: portal_session=evil'],
  ['a header line in other words', '/path\u000d\u000aLocation: https://evil.example'],
  ['a NUL', '/path\0'],
  ['a backslash further on', '/path\\..\\..\\evil.example'],
  ['a path that is none', 'evil.example'],
  ['a host behind a dot segment', '/.//evil.example'],
  ['a host behind an encoded dot segment', '/%2e//evil.example/path'],
  ['a host behind a parent segment', '/a/..//evil.example'],
  ['a host behind dots', '/../..//evil.example'],
  ['a host padded with characters of two code units', `//evil.example/${'𝒜'.repeat(2_000)}`],
  ['a path with a direction override', '/path\u202e'],
  ['nothing', ''],
  ['2,049 characters', `/${'a'.repeat(2_048)}`],
]

describe('opening a workspace', () => {
  it.each(hostile)('drops the redirect when it is %s', async (_, redirect) => {
    expect(isRedirectPath(redirect)).toBe(false)
    const { statusCode, headers } = await test.app.inject({ url: goUrl(redirect), headers: cookieOfOwner() })
    expect(statusCode).toBe(302)
    const location = new URL(String(headers.location))
    expect(location.origin + location.pathname).toBe('http://localhost:8080/auth-connect')
    expect([...location.searchParams.keys()]).toEqual(['code', 'workspaceId'])
    expect(headers['set-cookie']).toBeUndefined()
  })

  it.each([
    ['an encoded host', '/%2F%2Fevil.example'],
    ['an encoded backslash', '/%5Cevil.example'],
    ['a user of another host', '/@evil.example'],
    ['an address in a query', '/path?next=https://evil.example'],
    ['a fragment', '/path#//evil.example'],
    ['a parameter more', '/path&code=mine'],
  ])('passes %s to the instance as one encoded value', async (_, redirect) => {
    const { headers } = await test.app.inject({ url: goUrl(redirect), headers: cookieOfOwner() })
    const location = new URL(String(headers.location))
    expect(location.origin).toBe('http://localhost:8080')
    expect(location.searchParams.getAll('redirect')).toEqual([redirect])
    expect(location.searchParams.getAll('code')).toHaveLength(1)
  })

  it.each(hostile)(
    'keeps one who must sign in first on the portal, with %s for a redirect',
    async (_, redirect) => {
      const { headers } = await test.app.inject({ url: goUrl(redirect) })
      expect(hostOf(headers.location)).toBe('localhost:9000')
      expect(String(headers.location)).not.toMatch(/[\r\n\t\0\\]/)
      const passedOn = new URL(String(headers.location)).searchParams.get('redirect')
      expect([null, redirect]).toContain(passedOn)
    },
  )

  it('drops the redirect when two are sent', async () => {
    const { headers } = await test.app.inject({
      url: `${goUrl('/fine')}&redirect=https://evil.example`,
      headers: cookieOfOwner(),
    })
    const location = new URL(String(headers.location))
    expect(location.origin).toBe('http://localhost:8080')
    expect(location.searchParams.has('redirect')).toBe(false)
  })
})

describe('signing in', () => {
  it.each([
    'redirect',
    'returnTo',
    'return_to',
    'next',
    'url',
    'continue',
    'redirect_uri',
    'callback',
    'RelayState',
  ])('ignores a return URL in %s', async (name) => {
    const { location } = await beginSignIn(test, { query: `?${name}=https://evil.example` })
    expect(location.host).toBe('identity.example')
    expect(location.href).not.toContain('evil')
  })

  it('accepts signup only as a flag', async () => {
    const { location } = await beginSignIn(test, { query: '?signup=https://evil.example%26redirect_uri=x' })
    expect(location.href).not.toContain('evil')
  })

  it.each<Record<string, string>>([
    { error: 'access_denied', error_description: '<script>alert(1)</script>https://evil.example' },
    { error: 'https://evil.example', state: 'x' },
    { code: 'https://evil.example', state: '//evil.example', iss: 'https://evil.example' },
    { error: 'a\r\nLocation: https://evil.example' },
  ])('does not repeat the parameters of the callback %o', async (query) => {
    const { headers } = await test.app.inject({ url: '/auth/login-callback', query })
    expect(String(headers.location)).toMatch(/^http:\/\/localhost:9000\/sign-in-problem\?reason=[a-z-]+$/)
  })
})

describe('every navigation', () => {
  const navigations = calls.filter(({ success }) => success.status === 302)

  it('redirects refused callers to the portal, for every query', async () => {
    const query = { redirect: '//evil.example', url: 'https://evil.example', next: '//evil.example' }
    for (const call of navigations) {
      const { headers } = await callAt(test, scene, call, { query })
      expect.soft(hostOf(headers.location), call.name).toMatch(/^(localhost:9000|identity\.example)$/)
    }
  })

  it('redirects allowed callers only to the portal, the instance and the configured services', async () => {
    const query = { redirect: '/fine', url: 'https://evil.example', returnUrl: '//evil.example' }
    const known = [...ownHosts, 'identity.example', 'billing.example']
    for (const call of navigations) {
      const { headers } = await callAt(test, scene, call, { as: scene.owner, query })
      expect.soft(known, call.name).toContain(hostOf(headers.location))
      expect.soft(String(headers.location), call.name).not.toContain('evil')
    }
  })
})

describe('an unusual path', () => {
  /** Sends the path unchanged, without a client that would normalize it. */
  async function ask(path: string) {
    if (!test.app.server.listening) await test.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = test.app.server.address() as AddressInfo
    const [response] = await once(request({ port, host: '127.0.0.1', path }).end(), 'response')
    response.resume()
    return response as IncomingMessage
  }

  it.each([
    '//evil.example',
    '//evil.example/%2e%2e',
    '/\\evil.example',
    '/.//evil.example',
    '/%0d%0aLocation:%20//evil.example',
    '/whoami//',
    '/%2e%2e/whoami',
    '/whoami/..//evil.example',
  ])('%s is not redirected', async (path) => {
    const { statusCode, headers } = await ask(path)
    expect(statusCode).toBeGreaterThanOrEqual(400)
    expect(headers.location).toBeUndefined()
  })
})
