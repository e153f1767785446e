/** The security and cache headers of every response. See docs/product/errors.md#answers. */
import { account } from '@portal/contract/account/account'
import { calls } from '@portal/contract/calls'
import { beforeEach, describe, expect, it } from 'vitest'
import { useTestApp } from '../testing/build-test-app.ts'
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

  it('does not reveal software names, and does not enforce https on an http address', async () => {
    for (const url of urls) {
      const { headers } = await test.app.inject({ url })
      expect.soft(Object.keys(headers), url).not.toContain('strict-transport-security')
      expect.soft(Object.keys(headers), url).not.toContain('x-powered-by')
      expect.soft(Object.keys(headers), url).not.toContain('server')
      expect.soft(JSON.stringify(headers), url).not.toMatch(/fastify|express|node|postgres/i)
    }
  })
})

it('a cookie is never set by an error response', async () => {
  for (const call of calls.filter(({ name }) => name !== 'signIn.start' && name !== 'signIn.end')) {
    const response = await callAt(test, scene, call, { as: { session: 'A'.repeat(43) } })
    expect.soft(response.headers['set-cookie'], call.name).toBeUndefined()
  }
})
