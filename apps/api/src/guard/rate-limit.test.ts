/** Rate limits by account and by client address. See docs/product/errors.md#limits. */
import { account } from '@portal/contract/account/account'
import { calls } from '@portal/contract/calls'
import { handoff } from '@portal/contract/handoff/handoff'
import { rateLimitOf, rateLimits } from '@portal/contract/rate-limits'
import { tokens } from '@portal/contract/tokens/tokens'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { runUpkeep } from '../jobs/upkeep.ts'
import { useTestApp } from '../testing/build-test-app.ts'
import { makeWorkspace } from '../testing/factories.ts'
import { makeSignedIn, type SignedIn } from '../testing/make-signed-in.ts'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { rateLimitCounts } from './rate-limit-table.ts'

/** Scales the limits down, so that a few calls reach them. */
const factor = 0.05
const test = useTestApp({ RATE_LIMIT_FACTOR: String(factor), TRUSTED_PROXIES: '10.0.0.0/8' })
const tokenPoints = rateLimits.tokenCreation.perAccount * factor

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const close of closers.splice(0)) await close()
})

async function appWith(environment: Record<string, string>) {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', ...environment })
  const app = await buildApp({ ...test.services, config })
  closers.push(() => app.close())
  return app
}

async function makeOwner() {
  const owner = await makeSignedIn(test)
  const { id } = await makeWorkspace(test.database, owner.user)
  const createToken = (as: SignedIn = owner) =>
    test.send(
      tokens.create,
      { params: { workspaceId: id }, body: { name: 'Pipeline', expiration: '1d' } },
      as,
    )
  return { owner, createToken }
}

let tests = 0
/** Every test uses a different address, because the flood limit is kept in memory between tests. */
let ownAddress = ''
beforeEach(() => {
  tests += 1
  ownAddress = `198.51.100.${tests}`
})

/** Redeems an unknown code, as an instance with the given address. */
const redeem = (headers: Record<string, string> = {}, remoteAddress = ownAddress) =>
  test.app.inject({
    method: 'POST',
    url: '/complete-auth-connect',
    payload: { code: 'nothing' },
    headers,
    remoteAddress,
  })

async function redeemToTheLimit(headers: Record<string, string> = {}, remoteAddress?: string) {
  for (let made = 0; made < rateLimits.handoff.invalidPerAddress * factor; made++)
    expect((await redeem(headers, remoteAddress)).statusCode).toBe(409)
}

describe('the rate limit per account', () => {
  it('answers 429 with Retry-After once it is exceeded', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { createToken } = await makeOwner()
    for (let made = 0; made < tokenPoints; made++) expect((await createToken()).status).toBe(200)
    vi.setSystemTime(Date.now() + 600_500)
    const refused = await createToken()
    expect(refused).toMatchObject({ status: 429, errorType: 'TooManyRequests' })
    expect(refused.error?.message).toBe('Too many requests. Try again in 50 minutes.')
    expect(refused.headers['retry-after']).toBe('3000')
    expect(refused.headers['cache-control']).toBe('no-store')
  })

  it('allows calls again after the time in Retry-After, and not before', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { createToken } = await makeOwner()
    for (let made = 0; made < tokenPoints; made++) await createToken()
    const { headers } = await createToken()
    const waitMs = Number(headers['retry-after']) * 1_000
    vi.setSystemTime(Date.now() + waitMs - 1_500)
    expect((await createToken()).status).toBe(429)
    vi.setSystemTime(Date.now() + 1_500)
    expect((await createToken()).status).toBe(200)
  })

  it('does not affect another account', async () => {
    const [first, second] = [await makeOwner(), await makeOwner()]
    for (let made = 0; made <= tokenPoints; made++) await first.createToken()
    expect((await first.createToken()).status).toBe(429)
    expect((await second.createToken()).status).toBe(200)
  })

  it("is not consumed by non-members whose calls to the account's workspace are refused", async () => {
    const { owner, createToken } = await makeOwner()
    const stranger = await makeSignedIn(test)
    for (let made = 0; made <= tokenPoints; made++) expect((await createToken(stranger)).status).toBe(404)
    expect((await createToken(owner)).status).toBe(200)
  })

  it('limits how often an account opens workspaces, because each time can leave an instance token behind', async () => {
    const { owner } = await makeOwner()
    const { id: workspaceId } = await makeWorkspace(test.database, owner.user)
    const open = async () =>
      (await test.send(workspaces.go, { params: { workspaceId } }, owner)).headers.location
    const points = rateLimits.openWorkspace.perAccount * factor
    for (let made = 0; made < points; made++) expect(await open()).toContain('/auth-connect?code=')
    expect(await open()).toBe('http://localhost:9000/sign-in-problem?reason=too-many')
  })

  it('does not affect calls without a limit, which are not counted', async () => {
    const { owner, createToken } = await makeOwner()
    for (let made = 0; made <= tokenPoints; made++) await createToken()
    const readCounts = () => test.database.orm.select().from(rateLimitCounts)
    const before = await readCounts()
    expect(before.map(({ key }) => key.split(' ')[0])).toContain('tokenCreation')
    expect((await test.send(workspaces.list, {}, owner)).status).toBe(200)
    expect((await test.send(account.whoami, {}, owner)).status).toBe(200)
    expect(await readCounts()).toEqual(before)
  })
})

describe('the rate limit per address', () => {
  it('does not affect another address', async () => {
    await redeemToTheLimit()
    expect((await redeem()).statusCode).toBe(429)
    expect((await redeem({}, '198.51.100.200')).statusCode).toBe(409)
  })

  it('ignores X-Forwarded-For from a client that is not a trusted proxy', async () => {
    await redeemToTheLimit()
    for (const header of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'x-client-ip', 'cf-connecting-ip'])
      expect((await redeem({ [header]: '192.0.2.77' })).statusCode, header).toBe(429)
  })

  it('counts the client address that a trusted proxy forwards', async () => {
    const behind = (ip: string) => ({ 'x-forwarded-for': ip })
    await redeemToTheLimit(behind('192.0.2.1'), '10.1.2.3')
    expect((await redeem(behind('192.0.2.1'), '10.9.9.9')).statusCode).toBe(429)
    expect((await redeem(behind('192.0.2.2'), '10.1.2.3')).statusCode).toBe(409)
  })

  it('ignores addresses that the client put into X-Forwarded-For before the trusted proxy', async () => {
    const behind = (ip: string) => ({ 'x-forwarded-for': `${ip}, 192.0.2.1` })
    await redeemToTheLimit(behind('203.0.113.1'), '10.1.2.3')
    expect((await redeem(behind('203.0.113.99'), '10.1.2.3')).statusCode).toBe(429)
  })

  it('counts all addresses of one IPv6 /64 network together', async () => {
    await redeemToTheLimit({}, '2001:db8:1:2::1')
    expect((await redeem({}, '2001:db8:1:2:ffff::9')).statusCode).toBe(429)
    expect((await redeem({}, '2001:db8:1:3::1')).statusCode).toBe(409)
  })

  it('redirects a browser that signs in too often to the sign-in problem page', async () => {
    const begin = () => test.app.inject({ url: '/auth/login', remoteAddress: ownAddress })
    for (let made = 0; made < rateLimits.signIn.perAddress * factor; made++) await begin()
    const { statusCode, headers } = await begin()
    expect(statusCode).toBe(302)
    expect(headers.location).toBe('http://localhost:9000/sign-in-problem?reason=too-many')
    expect(headers).not.toHaveProperty('retry-after')
    expect(headers['set-cookie']).toBeUndefined()
  })

  it('is multiplied by RATE_LIMIT_FACTOR', async () => {
    const app = await appWith({ RATE_LIMIT_FACTOR: '0.002' })
    const statuses: number[] = []
    for (let made = 0; made < 5; made++)
      statuses.push(
        (await app.inject({ method: 'POST', url: '/complete-auth-connect', payload: { code: 'x' } }))
          .statusCode,
      )
    expect(statuses).toEqual([409, 409, 429, 429, 429])
  })
})

describe('a flood from one address', () => {
  /** 120,000 per minute, scaled by the factor of these tests. */
  const floodPoints = 120

  it('is refused with 429 on every URL but health checks, without affecting other addresses', async () => {
    const app = await appWith({ RATE_LIMIT_FACTOR: '0.001' })
    const ask = (url: string, remoteAddress = '198.51.100.1') => app.inject({ url, remoteAddress })
    for (let made = 3; made < floodPoints; made++) await ask('/')
    for (const url of ['/', '/whoami', '/nowhere']) expect((await ask(url)).statusCode).not.toBe(429)
    for (const url of ['/', '/whoami', '/nowhere', '/openapi.json', '/docs']) {
      const refused = await ask(url)
      expect(refused.statusCode, url).toBe(429)
      expect(refused.json().error.type).toBe('TooManyRequests')
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect((await ask('/health/ready')).statusCode).toBe(200)
    expect((await ask('/', '198.51.100.2')).statusCode).toBe(200)
  })

  it('is refused with CORS headers, so that the portal can read the response', async () => {
    const app = await appWith({ RATE_LIMIT_FACTOR: '0.001' })
    const ask = () => app.inject({ url: '/', headers: { origin: 'http://localhost:9000' } })
    for (let made = 0; made < floodPoints; made++) await ask()
    const { statusCode, headers } = await ask()
    expect(statusCode).toBe(429)
    expect(headers['access-control-allow-origin']).toBe('http://localhost:9000')
    expect(headers['access-control-expose-headers']).toContain('retry-after')
  })
})

describe('the rate limit counts', () => {
  it('fail with 503 while the database is unavailable, instead of letting calls through', async () => {
    const database = await openTestDatabase()
    const app = await buildApp({ ...test.services, database })
    closers.push(() => app.close())
    await database.close()
    const response = await app.inject({
      method: 'POST',
      url: '/complete-auth-connect',
      payload: { code: 'x' },
    })
    expect(response.statusCode).toBe(503)
    expect(response.json().error.type).toBe('DatabaseUnavailable')
  })

  it('are deleted after their window has ended', async () => {
    await redeem()
    test.clockOffsetMs = 59_000
    await runUpkeep(test.services)
    expect(await test.database.orm.select().from(rateLimitCounts)).toHaveLength(1)
    test.clockOffsetMs = 61_000
    await runUpkeep(test.services)
    expect(await test.database.orm.select().from(rateLimitCounts)).toEqual([])
  })
})

describe('the rate-limited calls', () => {
  it('are exactly those listed here, each with its limit', () => {
    const declared = calls.filter(({ rateLimit }) => rateLimit !== undefined)
    const byLimit = Object.groupBy(declared, (call) => rateLimitOf(call) ?? 'none')
    const names = Object.entries(byLimit).map(([limit, all]) => [limit, all?.map(({ name }) => name)])
    expect(Object.fromEntries(names)).toEqual({
      signIn: ['signIn.start'],
      signInCallback: ['signIn.callback'],
      deviceAuthorization: ['oauth.authorizeDevice'],
      oauthToken: ['oauth.token'],
      cliSignIn: ['cliSignIns.read', 'cliSignIns.approve', 'cliSignIns.deny', 'cliSignIns.approveLocal'],
      handoff: ['cliSignIns.redeem', 'handoff.completeAuthConnect'],
      openWorkspace: ['workspaces.go'],
      emailVerification: ['account.resendEmailVerification'],
      invitation: ['members.invite', 'invitations.resend', 'invitations.link'],
      providerCalls: [
        'account.refreshAuth0Profile',
        'billing.saveDetails',
        'billing.listInvoices',
        'billing.createIntegration',
        'billing.checkout',
        'billing.portal',
      ],
      tokenCreation: [
        'tokens.create',
        'tokens.rotate',
        'tokens.move',
        'serviceAccounts.create',
        'trustRules.create',
        'webhooks.create',
        'webhooks.rotateSecret',
      ],
      webhookAttempt: ['webhooks.test', 'webhooks.resend'],
      download: [
        'myData.download',
        'accessReview.download',
        'accessReview.downloadSignOff',
        'activity.download',
      ],
    })
  })

  it('include every staff look-up', () => {
    const lookUps = calls.filter(({ access, method }) => access.staff && method === 'GET')
    expect(lookUps.map((call) => rateLimitOf(call))).toEqual(lookUps.map(() => 'staffLookUp'))
  })

  it('state their limit in the OpenAPI description', async () => {
    const { paths, components } = (await test.app.inject({ url: '/openapi.json' })).json()
    expect(components.responses.TooManyRequests.headers).toHaveProperty('Retry-After')
    const create = paths['/workspaces/{workspaceId}/authTokens'].post
    expect(create.description).toContain('Rate limit: 300 calls per account within 1 hour.')
    expect(paths[handoff.completeAuthConnect.path].post.description).toContain(
      'Rate limit: 1,200 calls with an invalid code per IP address within 1 minute.',
    )
  })
})
