/** No URL of the API redirects a browser to a site of an attacker's choice. See docs/product/sign-in.md#redirect-targets. */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { calls } from '@portal/contract/calls'
import { beforeEach, describe, expect, it } from 'vitest'
import { useTestApp } from '../testing/build-test-app.ts'
import { callAt, makeScene, type Scene } from '../testing/hostile-scene.ts'
import { beginSignIn } from '../testing/sign-in-through-provider.ts'

const test = useTestApp()
let scene: Scene
beforeEach(async () => {
  scene = await makeScene(test)
})

/** Returns where a browser that follows the URL ends up. */
const hostOf = (location: unknown) => new URL(String(location), 'http://localhost:9001').host
describe('signing in', () => {
  it.each([
    'redirect=https://evil.example',
    'redirect_uri=https://evil.example',
    'returnTo=https://evil.example',
    'signup=https://evil.example%26redirect_uri=x',
  ])('ignores %s', async (query) => {
    const { location } = await beginSignIn(test, { query: `?${query}` })
    expect(location.host).toBe('identity.example')
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
    const known = ['localhost:9000', 'localhost:8080', 'identity.example', 'billing.example']
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
