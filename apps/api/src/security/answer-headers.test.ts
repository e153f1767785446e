/** The security and cache headers of every response. See docs/product/errors.md#answers. */
import { account } from '@portal/contract/account/account'
import { calls } from '@portal/contract/calls'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { useTestApp } from '../testing/build-test-app.ts'
import { closeAtEnd } from '../testing/close-at-end.ts'
import { callAt, makeScene, type Scene } from '../testing/hostile-scene.ts'

const test = useTestApp()
let scene: Scene
beforeEach(async () => {
  scene = await makeScene(test)
})

/** Calls whose response is the same for every caller, so that it may be cached. */
const impersonal = new Set([
  'service.root',
  'service.live',
  'service.ready',
  'service.publicKeys',
  'oauth.metadata',
])

describe('cache-control', () => {
  it('forbids caching every response to a user', async () => {
    for (const call of calls.filter(({ name }) => !impersonal.has(name)))
      for (const as of [scene.owner, scene.staff, scene.stranger, {}, { bearer: scene.apiToken.token }]) {
        const response = await callAt(test, scene, call, { as })
        expect.soft(response.headers['cache-control'], `${call.name} ${response.statusCode}`).toBe('no-store')
      }
  })

  it('forbids caching every error', async () => {
    for (const url of ['/nowhere', '/whoami', '/%', '/workspaces/x/go'])
      expect((await test.app.inject({ url })).headers['cache-control'], url).toBe('no-store')
  })
})

describe('every response', () => {
  const urls = [
    '/',
    '/health/live',
    '/whoami',
    '/nowhere',
    '/openapi.json',
    '/docs',
    '/.well-known/jwks.json',
    '/auth/login',
  ]

  it.each<[string, string | RegExp]>([
    ['x-content-type-options', 'nosniff'],
    ['x-frame-options', 'DENY'],
    ['referrer-policy', 'no-referrer'],
    ['permissions-policy', /camera=\(\)/],
    ['content-security-policy', /frame-ancestors 'none'/],
    ['content-security-policy', /default-src 'none'/],
    ['cross-origin-opener-policy', 'same-origin'],
    ['cross-origin-resource-policy', 'same-site'],
  ])('has %s', async (name, value) => {
    for (const url of urls) {
      const { headers } = await test.app.inject({ url })
      expect.soft(String(headers[name]), url).toMatch(value)
    }
    const { headers } = await callAt(test, scene, account.whoami, { as: scene.owner })
    expect(String(headers[name])).toMatch(value)
  })

  it('forbids inline scripts and scripts of other origins', async () => {
    for (const url of urls) {
      const policy = String((await test.app.inject({ url })).headers['content-security-policy'])
      expect(policy, url).not.toMatch(/script-src[^;]*('unsafe-inline'|'unsafe-eval'|https?:|\*)/)
    }
  })

  it('does not reveal software names or versions', async () => {
    for (const url of urls) {
      const { headers } = await test.app.inject({ url })
      expect.soft(Object.keys(headers), url).not.toContain('x-powered-by')
      expect.soft(Object.keys(headers), url).not.toContain('server')
      expect.soft(JSON.stringify(headers), url).not.toMatch(/fastify|express|node|postgres/i)
    }
  })

  it('enforces https if and only if the API uses https', async () => {
    const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', API_URL: 'https://auth.example.com' })
    const app = await buildApp({ ...test.services, config })
    closeAtEnd(() => app.close())
    const onHttps = await app.inject({ url: '/health/live' })
    expect(onHttps.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    const onHttp = await test.app.inject({ url: '/health/live' })
    expect(onHttp.headers['strict-transport-security']).toBeUndefined()
  })
})

describe('a cookie', () => {
  it('of a session is HttpOnly and SameSite, and on https also Secure and host-only', async () => {
    const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', API_URL: 'https://auth.example.com' })
    const app = await buildApp({ ...test.services, config })
    closeAtEnd(() => app.close())
    const { cookies } = await app.inject({ url: '/auth/login' })
    expect(cookies).toHaveLength(1)
    expect(cookies[0]).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' })
    expect(cookies[0]?.name).toMatch(/^__Host-/)
    expect(cookies[0]?.domain).toBeUndefined()
  })

  it('is never set by an error response', async () => {
    for (const call of calls) {
      const response = await callAt(test, scene, call, { as: { session: 'A'.repeat(43) } })
      if (call.name === 'signIn.start' || call.name === 'signIn.end') continue
      expect.soft(response.headers['set-cookie'], call.name).toBeUndefined()
    }
  })
})
