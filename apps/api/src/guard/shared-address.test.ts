/** Many users behind one client address, some of them hostile. See docs/product/errors.md#limits. */
import { calls } from '@portal/contract/calls'
import { type Endpoint, pathOf } from '@portal/contract/endpoint'
import { deviceCodeGrant, oauth, portalCliClientId } from '@portal/contract/oauth/oauth'
import { rateLimitOf, rateLimits } from '@portal/contract/rate-limits'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../testing/build-test-app.ts'
import { makeIdentity, makeUser, makeWorkspace } from '../testing/factories.ts'
import { makeSignedIn } from '../testing/make-signed-in.ts'

type Json = Record<string, string>

describe('700 junk codes from one address', () => {
  const test = useTestApp({ RATE_LIMIT_FACTOR: '0.1' })
  const redeem = (code: string) =>
    test.app.inject({ method: 'POST', url: '/complete-auth-connect', payload: { code } })

  async function makeOpener() {
    const { user, session } = await makeSignedIn(test)
    const { id } = await makeWorkspace(test.database, user)
    return async () => {
      const headers = { cookie: `portal_session=${session}` }
      const { headers: answer } = await test.app.inject({ url: `/workspaces/${id}/go`, headers })
      const code = new URL(String(answer.location)).searchParams.get('code') ?? ''
      return (await redeem(code)).statusCode
    }
  }

  it('are refused, while each of ten users behind the address can open a workspace', async () => {
    const opened: number[] = []
    let last = 0
    for (let person = 0; person < 10; person++) {
      const open = await makeOpener()
      const junk = Array.from({ length: 70 }, async (_, at) => {
        last = (await redeem(`junk-${person}-${at}`)).statusCode
      })
      opened.push(await open())
      await Promise.all(junk)
    }
    expect(opened).toEqual(Array.from({ length: 10 }, () => 200))
    expect(last).toBe(429)
  })
})

describe('Beyond the limit of their address, invalid codes', () => {
  /** Scales the limits down to at most 12 invalid codes. */
  const test = useTestApp({ RATE_LIMIT_FACTOR: '0.01' })
  const junkCalls = 30

  async function sendJunk(send: () => Promise<{ statusCode: number; headers: object }>) {
    let last = await send()
    for (let sent = 1; sent < junkCalls; sent++) last = await send()
    return last
  }

  it('do not refuse the valid nonce of a CLI', async () => {
    const redeem = (nonce: string) => test.app.inject({ url: '/auth/cli-auth-api-token', query: { nonce } })
    const { session } = await makeSignedIn(test)
    const approve = calls.find(({ name }) => name === 'cliSignIns.approveLocal') as Endpoint
    const approved = await test.send(approve, { body: { port: 8_080 } } as never, { session })
    const nonce = new URL((approved.body as unknown as Json).redirectTo ?? '').searchParams.get('nonce') ?? ''
    expect((await sendJunk(() => redeem('junk'))).statusCode).toBe(429)
    expect((await redeem(nonce)).statusCode).toBe(200)
  })

  it('do not refuse a device whose code is waiting for approval', async () => {
    const form = (url: string, fields: Json) =>
      test.app.inject({ method: 'POST', url, payload: { ...fields, client_id: portalCliClientId } })
    const poll = (code: string) => form(oauth.token.path, { grant_type: deviceCodeGrant, device_code: code })
    const code = (await form(oauth.authorizeDevice.path, {})).json<Json>().device_code ?? ''
    expect((await sendJunk(() => poll('junk'))).statusCode).toBe(429)
    for (let polled = 0; polled < junkCalls; polled++)
      expect((await poll(code)).json()).toMatchObject({ error: 'authorization_pending' })
  })

  it('do not refuse the browser that returns from the identity provider', async () => {
    const { subject } = await makeIdentity(test.database, await makeUser(test.database))
    test.identity.add({ subject, email: 'back@example.com' })
    const login = await test.app.inject({ url: '/auth/login' })
    const state = new URL(String(login.headers.location)).searchParams.get('state') ?? ''
    const headers = { cookie: login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
    const code = test.identity.issueCode(state, subject)
    const finish = (query: Json) => test.app.inject({ url: '/auth/login-callback', query, headers })
    const refused = await sendJunk(() => finish({ state: 'junk', code }))
    expect(refused.headers).toMatchObject({ location: expect.stringContaining('reason=too-many') })
    const { cookies } = await finish({ state, code })
    expect(cookies.map(({ name }) => name)).toContain('portal_session')
  })

  const signedIn = calls.filter((call) => rateLimitOf(call) && call.access.credentials.length > 0)
  const byLimit = Object.entries(Object.groupBy(signedIn, (call) => rateLimitOf(call) ?? ''))

  it.each(byLimit.map(([limit, all]) => [limit, all?.[0] as Endpoint] as const))(
    'and calls without a valid session do not use up the limit %s for the signed-in users of their address',
    async (_limit, call) => {
      const { user, session } = await makeSignedIn(test)
      const { id } = await makeWorkspace(test.database, user)
      const names = [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
      const values: Json = { userId: user.id, workspaceId: id, userCode: 'ABCDEFGH' }
      const url = pathOf(call, Object.fromEntries(names.map((name) => [name, values[name] ?? id])))
      const send = (headers: Json) =>
        test.app.inject({ method: call.method, url, headers, ...(call.body && { payload: {} }) })
      for (let sent = 0; sent < junkCalls; sent++) {
        await send({})
        await send({ cookie: 'portal_session=junk', authorization: 'Bearer junk' })
      }
      const answer = await send(test.headersOf({ session }))
      expect(answer.statusCode).not.toBe(429)
      expect(String(answer.headers.location)).not.toContain('too-many')
    },
  )
})

it('only calls that need no credential have a limit per address', () => {
  const limited = calls.filter((call) => {
    const name = rateLimitOf(call)
    return name !== undefined && 'perAddress' in rateLimits[name]
  })
  expect(limited.map(({ name }) => name)).toEqual(['signIn.start', 'oauth.authorizeDevice'])
})
