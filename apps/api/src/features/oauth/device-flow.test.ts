/** The sign-in of the command line, with unmodified OAuth clients. See docs/product/command-line.md#protocols. */
import { account } from '@portal/contract/account/account'
import { calls } from '@portal/contract/calls'
import { cliSignIns } from '@portal/contract/cli-sign-ins/cli-sign-ins'
import { dayMs, hourMs } from '@portal/contract/durations'
import { type Endpoint, pathOf } from '@portal/contract/endpoint'
import { deviceCodeGrant, oauth } from '@portal/contract/oauth/oauth'
import { sessions } from '@portal/contract/sessions/sessions'
import { staffPauses } from '@portal/contract/staff/pauses/pauses'
import { eq, isNotNull } from 'drizzle-orm'
import * as oauth4webapi from 'oauth4webapi'
import * as client from 'openid-client'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import { allCallers, ok } from '../../testing/outcome-groups.ts'
import { testOutcomes } from '../../testing/test-outcomes.ts'
import { users } from '../account/user-table.ts'
import { sessions as sessionRows } from '../sessions/session-table.ts'
import { deviceCodes, refreshTokens } from './oauth-table.ts'

const test = useTestApp({ RATE_LIMIT_FACTOR: '1000' })

/** Sends the clients' requests to the app without a network. */
const customFetch = async (url: string, options: RequestInit & { body?: unknown }): Promise<Response> => {
  const { body, method = 'GET' } = options
  const { statusCode, payload, headers } = await test.app.inject({
    method: method as 'GET',
    url: url.replace(test.config.API_URL, ''),
    headers: Object.fromEntries(new Headers(options.headers)),
    ...(body === undefined || body === null ? {} : { payload: String(body) }),
  })
  return new Response(payload === '' ? null : payload, {
    status: statusCode,
    headers: new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  })
}

let cli: client.Configuration
beforeAll(async () => {
  cli = await client.discovery(new URL('http://localhost:9001'), 'portal-cli', undefined, client.None(), {
    algorithm: 'oauth2',
    execute: [client.allowInsecureRequests],
    [client.customFetch]: customFetch as client.CustomFetch,
  })
})

let user: SignedIn
beforeEach(async () => {
  user = await makeSignedIn(test)
})

const start = () => client.initiateDeviceAuthorization(cli, {})
const approve = (userCode: string, by = user) =>
  test.send(cliSignIns.approve, { params: { userCode } }, { session: by.session })
const redeem = (deviceCode: string) =>
  client.genericGrantRequest(cli, deviceCodeGrant, { device_code: deviceCode })
const refresh = (token: string) => client.refreshTokenGrant(cli, token)
const whoami = (bearer: string) => test.send(account.whoami, {}, { bearer })

async function signIn(by = user) {
  const started = await start()
  expect((await approve(started.user_code, by)).status).toBe(204)
  const tokens = await redeem(started.device_code)
  return { access: tokens.access_token, refresh: tokens.refresh_token ?? '', started }
}

const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'succeeded',
    (error: { error?: string }) => error.error,
  )

describe('The device flow', () => {
  it('signs in the command line after approval', async () => {
    const started = await start()
    expect(started).toMatchObject({
      user_code: expect.stringMatching(/^[B-DF-HJ-NP-TV-Z]{4}-[B-DF-HJ-NP-TV-Z]{4}$/),
      verification_uri: 'http://localhost:9000/device',
      verification_uri_complete: `http://localhost:9000/device?user_code=${started.user_code}`,
      expires_in: 600,
      interval: 5,
    })
    expect(await errorOf(redeem(started.device_code))).toBe('authorization_pending')
    expect((await approve(started.user_code)).status).toBe(204)
    const tokens = await redeem(started.device_code)
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3_600 })
    expect((await whoami(tokens.access_token)).body.user.id).toBe(user.user.id)
  })

  it('works with oauth4webapi', async () => {
    const issuer = new URL('http://localhost:9001')
    const options = {
      [oauth4webapi.customFetch]: customFetch,
      [oauth4webapi.allowInsecureRequests]: true,
    } as const
    const discovered = await oauth4webapi.processDiscoveryResponse(
      issuer,
      await oauth4webapi.discoveryRequest(issuer, { ...options, algorithm: 'oauth2' }),
    )
    const id = { client_id: 'portal-cli' }
    const started = await oauth4webapi.processDeviceAuthorizationResponse(
      discovered,
      id,
      await oauth4webapi.deviceAuthorizationRequest(discovered, id, oauth4webapi.None(), {}, options),
    )
    await approve(started.user_code)
    const tokens = await oauth4webapi.processDeviceCodeResponse(
      discovered,
      id,
      await oauth4webapi.deviceCodeGrantRequest(
        discovered,
        id,
        oauth4webapi.None(),
        started.device_code,
        options,
      ),
    )
    const { access_token: token } = tokens
    await oauth4webapi.processRevocationResponse(
      await oauth4webapi.revocationRequest(discovered, id, oauth4webapi.None(), token, options),
    )
    expect((await whoami(token)).errorType).toBe('SessionEnded')
  })

  it('refuses a client that is not registered', async () => {
    const response = await test.app.inject({
      method: 'POST',
      url: '/oauth/device_authorization',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'client_id=someone-else',
    })
    expect(response.statusCode).toBe(401)
    expect(response.json()).toMatchObject({
      error: 'invalid_client',
      error_description: 'The client is unknown.',
    })
  })

  it('refuses an unknown grant type and a missing one', async () => {
    const ask = async (payload: string) => {
      const response = await test.app.inject({
        method: 'POST',
        url: '/oauth/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      })
      return [response.statusCode, response.json().error]
    }
    expect(await ask('grant_type=password&client_id=portal-cli')).toEqual([400, 'unsupported_grant_type'])
    expect(await ask('client_id=portal-cli')).toEqual([400, 'invalid_request'])
  })

  it('tells the command line that the user denied the sign-in', async () => {
    const started = await start()
    const denied = await test.send(
      cliSignIns.deny,
      { params: { userCode: started.user_code } },
      { session: user.session },
    )
    expect(denied.status).toBe(204)
    expect((await approve(started.user_code)).errorType).toBe('NotFound')
    expect(await errorOf(redeem(started.device_code))).toBe('access_denied')
  })

  it('accepts one of two concurrent approvals of a code', async () => {
    const other = await makeSignedIn(test)
    const started = await start()
    const replies = await Promise.all([approve(started.user_code), approve(started.user_code, other)])
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 404])
    expect((await approve(started.user_code)).status).toBe(404)
  })

  it('refuses an expired code on the page and at the token endpoint', async () => {
    const started = await start()
    await test.database.orm.update(deviceCodes).set({ expiresAt: new Date(Date.now() - 1_000) })
    expect((await approve(started.user_code)).errorType).toBe('NotFound')
    expect(await errorOf(redeem(started.device_code))).toBe('expired_token')
  })

  it('redeems a code once, and ends the session when it is redeemed again', async () => {
    const { access, started } = await signIn()
    expect(await errorOf(redeem(started.device_code))).toBe('invalid_grant')
    expect((await whoami(access)).errorType).toBe('SessionEnded')
  })

  it('redeems a code once for twenty concurrent requests', async () => {
    const started = await start()
    await approve(started.user_code)
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => errorOf(redeem(started.device_code))))
    expect(outcomes.filter((outcome) => outcome === 'succeeded').length).toBeLessThanOrEqual(1)
    expect(outcomes.filter((outcome) => outcome === 'invalid_grant').length).toBeGreaterThanOrEqual(19)
  })

  it('shows the pending sign-in, and accepts the code in lower case without its dash', async () => {
    const started = await start()
    const userCode = started.user_code.replace('-', '').toLowerCase()
    const { body } = await test.send(cliSignIns.read, { params: { userCode } }, { session: user.session })
    expect(body).toMatchObject({
      userCode: started.user_code,
      clientName: 'Portal CLI',
      device: 'An unknown program',
      ipAddress: '127.0.0.1',
      isSameAddress: true,
    })
    const unknown = await test.send(
      cliSignIns.read,
      { params: { userCode: 'BBBB-BBBB' } },
      { session: user.session },
    )
    expect(unknown.errorType).toBe('NotFound')
  })
})

describe('Refresh tokens', () => {
  it('rotate, and the previous access token stops working', async () => {
    const first = await signIn()
    const second = await refresh(first.refresh)
    expect(second.refresh_token).not.toBe(first.refresh)
    expect((await whoami(first.access)).errorType).toBe('NotSignedIn')
    expect((await whoami(second.access_token)).status).toBe(200)
  })

  it('end the session when an old one is used again', async () => {
    const first = await signIn()
    const second = await refresh(first.refresh)
    expect(await errorOf(refresh(first.refresh))).toBe('invalid_grant')
    expect((await whoami(second.access_token)).errorType).toBe('SessionEnded')
    expect(await errorOf(refresh(second.refresh_token ?? ''))).toBe('invalid_grant')
  })

  it('are refused after 30 days', async () => {
    const { refresh: token } = await signIn()
    const [row] = await test.database.orm.select().from(refreshTokens)
    expect((row?.expiresAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(29.9 * dayMs)
    await test.database.orm.update(refreshTokens).set({ expiresAt: new Date(Date.now() - 1_000) })
    expect(await errorOf(refresh(token))).toBe('invalid_grant')
  })

  it('extend the session to at most 90 days after the approval, however often they are used', async () => {
    const { refresh: token } = await signIn()
    const startedAgo = async (days: number) => {
      const createdAt = new Date(Date.now() - days * dayMs)
      await test.database.orm.update(sessionRows).set({ createdAt }).where(isNotNull(sessionRows.clientId))
      return createdAt
    }
    const createdAt = await startedAgo(89)
    const renewed = await refresh(token)
    const [row] = await test.database.orm.select().from(sessionRows).where(isNotNull(sessionRows.clientId))
    expect((row?.expiresAt.getTime() ?? 0) - createdAt.getTime()).toBe(90 * dayMs)
    await startedAgo(90)
    expect(await errorOf(refresh(renewed.refresh_token ?? ''))).toBe('invalid_grant')
  })

  it.each(['suspendedAt', 'quarantinedAt', 'deletedAt'] as const)(
    'are refused for an account with %s',
    async (column) => {
      const { refresh: token } = await signIn()
      await test.database.orm
        .update(users)
        .set({ [column]: new Date() })
        .where(eq(users.id, user.user.id))
      expect(await errorOf(refresh(token))).toBe('invalid_grant')
    },
  )

  it('are stored as digests, like access tokens and device codes', async () => {
    const { access, refresh: token, started } = await signIn()
    const rows = JSON.stringify([
      await test.database.orm.select().from(sessionRows),
      await test.database.orm.select().from(refreshTokens),
      await test.database.orm.select().from(deviceCodes),
    ])
    for (const secret of [access, token, started.device_code]) expect(rows).not.toContain(secret)
  })
})

describe('A command-line session', () => {
  it('is mailed to its user when it is approved, with the program, the time and the IP address', async () => {
    await signIn()
    const mails = test.jobs.mailsTo(user.user.email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'New command-line sign-in to your System Initiative account',
    ])
    expect(mails[0]?.text).toMatch(/An unknown program, on .* UTC, from the IP address 127\.\u2060?0/)
  })

  it('expires its access token after an hour', async () => {
    const { access } = await signIn()
    test.clockOffsetMs = hourMs - 5_000
    expect((await whoami(access)).status).toBe(200)
    test.clockOffsetMs = hourMs + 1_000
    expect((await whoami(access)).errorType).toBe('TokenExpired')
  })

  it('is listed with the other sessions, and can be ended there immediately', async () => {
    const { access, refresh: token } = await signIn()
    const params = { userId: user.user.id }
    const { body } = await test.send(sessions.list, { params }, { session: user.session })
    const listed = body.find(({ kind }) => kind === 'cli')
    expect(listed).toMatchObject({ clientName: 'Portal CLI', isCurrent: false })
    const sessionId = listed?.id ?? ''
    await test.send(sessions.endOne, { params: { ...params, sessionId } }, { session: user.session })
    expect((await whoami(access)).errorType).toBe('SessionEnded')
    expect(await errorOf(refresh(token))).toBe('invalid_grant')
  })

  it('ends when the user signs out everywhere else', async () => {
    const { access } = await signIn()
    await test.send(sessions.endOthers, { params: { userId: user.user.id } }, { session: user.session })
    expect((await whoami(access)).errorType).toBe('SessionEnded')
  })

  it('ends when staff suspend the account', async () => {
    const { access } = await signIn()
    const staff = await makeSignedIn(test, { email: `staff-${Date.now()}@systeminit.com` })
    const input = { params: { userId: user.user.id }, body: { isSuspended: true, reason: 'Unpaid' } }
    expect((await test.send(staffPauses.setUserSuspension, input, { session: staff.session })).status).toBe(
      200,
    )
    expect((await whoami(access)).errorType).toBe('SessionEnded')
  })

  it('signs out with its own token', async () => {
    const { access } = await signIn()
    expect((await test.send(sessions.end, {}, { bearer: access })).status).toBe(204)
    expect((await whoami(access)).errorType).toBe('SessionEnded')
  })

  it('cannot be used as a cookie, and a cookie cannot be used as a Bearer token', async () => {
    const { access } = await signIn()
    expect((await test.send(account.whoami, {}, { session: access })).errorType).toBe('NotSignedIn')
    expect((await whoami(user.session)).errorType).toBe('NotSignedIn')
  })

  /** The names of all calls that a command-line session may not make, except staff calls, which their access refuses. */
  const excluded = [
    'billing.readDetails',
    'billing.saveDetails',
    'billing.activeSubscription',
    'billing.hasDetails',
    'billing.overview',
    'billing.listInvoices',
    'billing.createIntegration',
    'billing.checkout',
    'billing.portal',
    'myData.deleteAccount',
    'myData.download',
    'ownership.mine',
    'ownership.offer',
    'ownership.withdraw',
    'ownership.accept',
    'ownership.decline',
    'cliSignIns.read',
    'cliSignIns.approve',
    'cliSignIns.deny',
    'cliSignIns.approveLocal',
    'sessions.approveIdentity',
    'sessions.endOne',
    'sessions.endOthers',
    'sessions.identities',
    'sessions.removeIdentity',
  ]
  /** `sessions.end` would end the session that the test uses. */
  const takesSession = (call: Endpoint) =>
    call.access.credentials.includes('session') && call.name !== 'sessions.end'

  it('is refused for staff calls, billing, the data download, account deletion, ownership, ways to sign in, ending other sessions and approvals, even for staff', async () => {
    const staff = await makeSignedIn(test, { email: `staff-${Date.now()}@systeminit.com` })
    const { access } = await signIn(staff)
    const refused: string[] = []
    for (const call of calls.filter(takesSession)) {
      const ids = {
        userId: 'U',
        workspaceId: 'W',
        sessionId: 'S',
        invitationId: 'I',
        code: 'c',
        tokenId: 'T',
      }
      const rest = {
        recordId: 'R',
        userCode: 'BCDFGHJK',
        serviceAccountId: 'A',
        trustRuleId: 'R',
        identityId: 'I',
        signOffId: 'S',
        webhookId: 'W',
        deliveryId: 'D',
      }
      const response = await test.app.inject({
        method: call.method,
        url: pathOf(call, { ...ids, ...rest }),
        headers: test.headersOf({ bearer: access }),
      })
      const isRefused = response.payload.includes('Command-line sessions may not')
      if (isRefused) refused.push(call.name)
    }
    const staffCalls = calls.filter(({ access }) => access.staff).map(({ name }) => name)
    const redirects = ['billing.checkout', 'billing.portal']
    expect(refused.sort()).toEqual(
      [...new Set([...staffCalls, ...excluded])].filter((name) => !redirects.includes(name)).sort(),
    )
  })
})

testOutcomes(test, oauth, {
  metadata: allCallers(ok),
  authorizeDevice: { ...allCallers(ok), body: { client_id: 'portal-cli' } },
  token: {
    ...allCallers('400 InvalidCode'),
    body: { grant_type: 'refresh_token', client_id: 'portal-cli', refresh_token: 'nothing' },
  },
  revoke: { ...allCallers(ok), body: { client_id: 'portal-cli', token: 'nothing' } },
})
