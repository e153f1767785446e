/** No code, token, cookie, state or key appears in a log, at any level. See docs/product/sessions.md#tokens-in-logs. */
import { Writable } from 'node:stream'
import { account } from '@portal/contract/account/account'
import { handoff } from '@portal/contract/handoff/handoff'
import { invitations } from '@portal/contract/invitations/invitations'
import { members } from '@portal/contract/members/members'
import { myData } from '@portal/contract/my-data/my-data'
import { ownership } from '@portal/contract/ownership/ownership'
import { tokens } from '@portal/contract/tokens/tokens'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { xsrfTokenOf } from '../../crypto/secrets.ts'
import { users } from '../../features/account/user-table.ts'
import { workspaces } from '../../features/workspaces/workspace-table.ts'
import { SignInError } from '../../gateways/identity/identity.ts'
import { useTestApp } from '../../testing/build-test-app.ts'
import { newestTermsVersion } from '../../testing/factories.ts'
import { fakeSignature } from '../../testing/fake-billing.ts'
import { makeSignedIn } from '../../testing/make-signed-in.ts'
import { invite, mailedCode, makeTeam } from '../../testing/make-team.ts'
import { openTestDatabase } from '../../testing/open-test-database.ts'
import { beginSignIn, signInThroughProvider } from '../../testing/sign-in-through-provider.ts'
import { loggerOptions } from './request-log.ts'

const test = useTestApp()

let log = ''
let quietApp: FastifyInstance
const secrets = new Map<string, string>()

/** Records a value that must not be logged, and returns it. */
function secret(name: string, value: string | undefined): string {
  expect(value, name).toMatch(/.{8,}/)
  secrets.set(`${name} ${secrets.size}`, value ?? '')
  return value ?? ''
}

async function logged(level: 'trace' | 'debug', services = test.services): Promise<FastifyInstance> {
  const stream = new Writable({
    write(chunk, _, done) {
      log += String(chunk)
      done()
    },
  })
  const config = { ...services.config, LOG_LEVEL: level }
  return buildApp({ ...services, config }, pino(loggerOptions(config), stream))
}

beforeEach(() => {
  log = ''
  secrets.clear()
  quietApp = test.app
})
afterEach(async () => {
  if (test.app !== quietApp) await test.app.close()
  test.app = quietApp
})

function expectNoSecrets(): void {
  expect(secrets.size).toBeGreaterThan(0)
  for (const [name, value] of secrets) {
    for (const spelling of [value, encodeURIComponent(value), Buffer.from(value).toString('base64')])
      expect(log.includes(spelling), `${name} is in the log`).toBe(false)
  }
}

async function signIn(): Promise<Record<string, string>> {
  test.identity.add({ subject: 'auth0|somebody', email: 'somebody@example.com' })
  const answer = await signInThroughProvider(test, 'auth0|somebody')
  secret('state', answer.state)
  secret('provider code', answer.code)
  secret('browser', answer.browser.split('=')[1])
  const session = secret('session', answer.session)
  secret('xsrf', xsrfTokenOf(session))
  return test.headersOf({ session })
}

describe.each(['trace', 'debug'] as const)('the log at level %s', (level) => {
  it.each([true, false])(
    'contains no secrets from sign-in to sign-out (management API: %s)',
    async (hasManagement) => {
      test.identity.hasManagement = hasManagement
      test.app = await logged(level)
      const headers = await signIn()
      const inject = test.app.inject.bind(test.app)
      const post = (url: string, payload: object) => inject({ method: 'POST', url, headers, payload })
      const whoami = await inject({ url: '/whoami', headers })
      const userId = whoami.json().user.id
      await post('/tos-agreement', { tosVersionId: newestTermsVersion })
      await post(`/users/${userId}/complete-profile`, { nickname: 'Somebody' })
      await post(`/users/${userId}/refresh-auth0-profile`, {})
      await post(`/users/${userId}/resend-email-verification`, {})
      const made = await post('/workspaces/new', {
        displayName: 'Mine',
        instanceUrl: 'http://localhost:8080',
      })
      const go = await inject({
        url: `/workspaces/${made.json().newWorkspaceId}/go?redirect=/hidden-path`,
        headers,
      })
      const code = secret(
        'hand-off code',
        new URL(String(go.headers.location)).searchParams.get('code') ?? '',
      )
      secret('redirect', 'hidden-path')
      const redeemed = await inject({ method: 'POST', url: '/complete-auth-connect', payload: { code } })
      const token = secret('instance token', redeemed.json().token)
      secret('workspace token', redeemed.json().workspace.token)
      const [row] = await test.database.orm.select().from(workspaces)
      secret('sealed workspace token', row?.token)
      const bearer = { authorization: `Bearer ${token}` }
      for (const url of ['/', '/whoami', '/auth-reconnect', '/workspaces'])
        await inject({ url, headers: bearer })
      await inject({ method: 'POST', url: '/auth/introspect', payload: { token } })
      await inject({ method: 'POST', url: '/complete-auth-connect', payload: { code } })
      await inject({
        method: 'POST',
        url: '/complete-auth-connect',
        payload: `{"code":"${code}`,
        headers: { 'content-type': 'application/json' },
      })
      await inject({ url: `/nowhere?code=${code}`, headers: { ...headers, ...bearer } })
      await inject({ url: `/workspaces?after=${code}&limit=x`, headers })
      await inject({ method: 'POST', url: '/session/logout', headers: bearer })
      await inject({ url: '/whoami', headers: bearer })
      await inject({ url: '/auth/logout', headers })
      expectNoSecrets()
      expect(log).toContain('handoff.completeAuthConnect')
      expect(log).not.toContain('somebody@example.com')
    },
  )
})

describe.each(['trace', 'debug'] as const)('the log at level %s', (level) => {
  it('contains no secrets of invitations, links, ownership offers, tokens or data downloads', async () => {
    test.app = await logged(level)
    const team = await makeTeam(test)
    const { owner, editor, params } = team
    for (const { session } of [owner, editor, team.approver]) secret('session', session)
    secret('workspace token', team.workspace.token)

    const newcomer = await makeSignedIn(test, { email: 'newcomer@example.com' })
    secret('session', newcomer.session)
    const invitationId = await invite(test, team, newcomer.user.email)
    secret('invitation code', mailedCode(test, newcomer.user.email))
    const ofInvitation = { params: { ...params, invitationId } }
    await test.send(invitations.resend, ofInvitation, owner)
    secret('code sent again', mailedCode(test, newcomer.user.email))
    const link = await test.send(invitations.link, ofInvitation, owner)
    const code = secret('code of a link', link.body.url.split('/').at(-1))
    await test.send(invitations.byCode, { params: { code } }, editor)
    await test.send(invitations.byCode, { params: { code: `${code}x` } }, editor)
    await test.send(invitations.accept, { params: { invitationId } }, newcomer)
    await test.app.inject({ url: `/invitations/by-code/${code}?code=${code}`, headers: { referer: code } })
    for (const url of [`/invitations/by-code/${code}/x`, `/invitations/by-code/${code}`])
      await test.app.inject({ method: 'POST', url })

    const toEditor = { params, body: { userId: editor.user.id } }
    await test.send(ownership.offer, toEditor, owner)
    await test.send(ownership.accept, { params }, editor)

    const body = { name: 'Pipeline', expiration: '1d' }
    const made = await test.send(tokens.create, { params, body }, editor)
    const token = secret('API token', made.body.token)
    await test.send(account.whoami, {}, { bearer: token })
    await test.send(account.whoami, {}, { bearer: `${token}x` })
    await test.app.inject({
      url: `/whoami?access_token=${token}`,
      headers: { authorization: `Basic ${token}` },
    })
    await test.send(handoff.introspect, { body: { token } })
    await test.app.inject({
      method: 'POST',
      url: '/auth/introspect',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `token=${token}&token=${token}`,
    })
    await test.send(myData.download, { params: { userId: editor.user.id } }, editor)
    await test.send(members.remove, { params, body: { email: newcomer.user.email } }, editor)
    expectNoSecrets()
    expect(log).toContain('ownership.accept')
    expect(log).not.toContain('newcomer@example.com')
  })

  it('contains no secrets of billing and its webhook', async () => {
    test.app = await logged(level)
    const { user, session } = await makeSignedIn(test)
    secret('session', session)
    const headers = test.headersOf({ session })
    await test.app.inject({ url: `/users/${user.id}/billing/checkout`, headers })
    await test.app.inject({ url: `/users/${user.id}/billing/portal`, headers })
    const setupIntentId = secret('setup intent', 'seti_secret_of_the_provider')
    const event = { id: 'evt_1', type: 'setup_intent.succeeded', customerId: `cus_${user.id}`, setupIntentId }
    for (const signature of [fakeSignature, secret('signature', 't=1,v1=a-signature-that-is-not-right')]) {
      const delivered = { 'content-type': 'application/json', 'stripe-signature': signature }
      const payload = JSON.stringify(event)
      await test.app.inject({ method: 'POST', url: '/billing/webhook', headers: delivered, payload })
      test.billing.isAway = true
    }
    expectNoSecrets()
    expect(log).toContain('billing.webhook')
    for (const key of [
      test.config.STRIPE_SECRET_KEY,
      test.config.STRIPE_WEBHOOK_SECRET,
      test.config.OIDC_CLIENT_SECRET,
    ])
      expect(log).not.toContain(key)
  })

  it('contains no secrets of rate-limited requests', async () => {
    const config = { ...test.services.config, RATE_LIMIT_FACTOR: 0.001 }
    test.app = await logged(level, { ...test.services, config })
    const code = secret('code', 'a-code-that-is-tried-too-often-to-be-good')
    for (let tries = 0; tries < 4; tries++)
      await test.app.inject({ method: 'POST', url: '/complete-auth-connect', payload: { code } })
    expectNoSecrets()
    expect(log).toContain('429')
  })
})

describe('the log of a failure', () => {
  it('of the identity provider contains no secrets', async () => {
    test.app = await logged('trace')
    const { state, browser } = await beginSignIn(test)
    secret('state', state)
    secret('browser', browser.split('=')[1])
    const finish = test.identity.finish
    test.identity.finish = async (url) => {
      throw new SignInError('failed', new Error('the answer was not right', { cause: { body: url.href } }))
    }
    const query = { state, code: secret('provider code', 'provider-code-of-a-failure') }
    await test.app.inject({ url: '/auth/login-callback', query, headers: { cookie: browser } })
    test.identity.finish = finish
    expectNoSecrets()
    expect(log).toContain('the answer was not right')
  })

  it('of the database contains no secrets and no query values', async () => {
    const database = await openTestDatabase()
    test.app = await logged('trace', { ...test.services, database })
    await database.close()
    const session = secret('session', 'a-session-token-that-is-long-enough-to-be-one')
    for (const request of [
      { url: '/auth/login' },
      { url: '/whoami', headers: test.headersOf({ session }) },
      {
        method: 'POST' as const,
        url: '/complete-auth-connect',
        payload: { code: secret('code', 'a-code-of-a-failure') },
      },
    ])
      expect((await test.app.inject(request)).statusCode).toBeGreaterThanOrEqual(302)
    expectNoSecrets()
    expect(log).not.toMatch(/params:|select "|insert into/)
  })

  it('of a constraint contains no column values', async () => {
    const [user] = await test.database.orm
      .insert(users)
      .values({
        id: 'one',
        email: 'x',
        emailKey: secret('address', 'secret-address@example.com'),
        emailVerified: true,
        signupAt: new Date(),
      })
      .returning()
    const failure = await test.database.orm
      .insert(users)
      .values({
        ...user,
        id: 'two',
        emailKey: 'secret-address@example.com',
        email: 'x',
        signupAt: new Date(),
      })
      .catch((error: unknown) => error)
    const app = await logged('trace')
    app.log.error({ err: failure }, 'failed')
    await app.close()
    expectNoSecrets()
    expect(log).toContain('users_verified_email_key')
  })
})
