/** The platform's `si` CLI, with its exact requests. See docs/product/command-line.md#the-platforms-cli. */
import { account } from '@portal/contract/account/account'
import { cliSignIns } from '@portal/contract/cli-sign-ins/cli-sign-ins'
import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeWorkspace } from '../../testing/factories.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import { allCallers, confined, emailNeeded, ok, ownWrite, sessionOnly } from '../../testing/outcome-groups.ts'
import { testOutcomes } from '../../testing/test-outcomes.ts'

const test = useTestApp()
const port = 9_876

let user: SignedIn
beforeEach(async () => {
  user = await makeSignedIn(test)
})

const approve = (body = { port }) => test.send(cliSignIns.approveLocal, { body }, { session: user.session })

async function nonceAfterApproval(): Promise<string> {
  const { body } = await approve()
  const url = new URL(body.redirectTo)
  expect(url.origin + url.pathname).toBe(`http://localhost:${port}/`)
  return url.searchParams.get('nonce') ?? ''
}

const redeem = (nonce: string) => test.send(cliSignIns.redeem, { query: { nonce } })

/** A request as the CLI sends it, with a colon after `Bearer`. */
async function request(token: string, method: 'GET' | 'POST', url: string, payload?: object) {
  const response = await test.app.inject({
    method,
    url,
    headers: { authorization: `Bearer: ${token}`, 'user-agent': 'si/1.0' },
    ...(payload ? { payload } : {}),
  })
  return { status: response.statusCode, body: response.json() }
}

describe('Signing in the si CLI', () => {
  it('redirects from the sign-in address to the approval page', async () => {
    const response = await test.app.inject({ url: `/auth/login?cli_redir=${port}` })
    expect(response.headers.location).toBe(`http://localhost:9000/device?cli_redir=${port}`)
  })

  it.each(['80', '1023', '65536', '9876.5', '0x1f90', 'evil.example', '9876@evil.example', ''])(
    'refuses the port %j',
    async (bad) => {
      const response = await test.app.inject({ url: `/auth/login?cli_redir=${encodeURIComponent(bad)}` })
      expect(response.headers.location).toBe('http://localhost:9000/sign-in-problem?reason=failed')
    },
  )

  it.each([80, 1_023, 65_536, 9_876.5])('refuses to approve the port %d', async (bad) => {
    expect((await approve({ port: bad })).errorType).toBe('ValidationError')
  })

  it('keeps the nonce when a HEAD request opens its address', async () => {
    const nonce = await nonceAfterApproval()
    const url = `/auth/cli-auth-api-token?nonce=${nonce}`
    expect((await test.app.inject({ method: 'HEAD', url })).statusCode).toBe(405)
    expect((await redeem(nonce)).status).toBe(200)
  })

  it('is approved only with a fresh sign-in, because the CLI creates an API token and cannot sign in again', async () => {
    const authenticatedAt = new Date(test.now().getTime() - 3_601_000)
    const { session } = await makeSignedIn(test, {}, { authenticatedAt })
    const refused = await test.send(cliSignIns.approveLocal, { body: { port } }, { session })
    expect(refused).toMatchObject({ status: 401, errorType: 'FreshSignInRequired' })
  })

  it('is mailed to the user when it is approved', async () => {
    await approve()
    expect(test.jobs.mailsTo(user.user.email).map(({ subject }) => subject)).toEqual([
      'New command-line sign-in to your System Initiative account',
    ])
  })

  it('returns the token once', async () => {
    const nonce = await nonceAfterApproval()
    const first = await redeem(nonce)
    expect(first.headers['cache-control']).toBe('no-store')
    expect(decodeJwt(first.body.token)).toMatchObject({ userId: user.user.id, exp: expect.any(Number) })
    expect((await redeem(nonce)).errorType).toBe('InvalidCode')
  })

  it('returns the token for 60 seconds only', async () => {
    const nonce = await nonceAfterApproval()
    test.clockOffsetMs = 61_000
    expect((await redeem(nonce)).errorType).toBe('InvalidCode')
  })

  it('refuses a nonce that does not exist', async () => {
    expect((await redeem('nothing')).errorType).toBe('InvalidCode')
  })
})

/** Creates a token two days after the approval, when the sign-in is no longer fresh. */
async function createLater(workspaceId: string, body: object) {
  test.clockOffsetMs = 0
  const { token } = (await redeem(await nonceAfterApproval())).body
  test.clockOffsetMs = 2 * 86_400_000
  return request(token, 'POST', `/workspaces/${workspaceId}/authTokens`, body)
}

describe('The token of the si CLI', () => {
  it('creates tokens of at most 30 days without another sign-in, which manage the workspace', async () => {
    user = await makeSignedIn(test, {}, { authenticatedAt: test.now() })
    const { id } = await makeWorkspace(test.database, user.user)
    const created = await createLater(id, { name: 'SI CLI Token' })
    expect(created).toMatchObject({ status: 200, body: { authToken: { permission: 'manage' } } })
    const read = await createLater(id, { name: 'SI CLI Token', permission: 'read', expiration: '30d' })
    expect(read).toMatchObject({ status: 200, body: { authToken: { permission: 'read' } } })
  })

  it('needs a fresh sign-in for longer tokens and for those of service accounts', async () => {
    user = await makeSignedIn(test, {}, { authenticatedAt: test.now() })
    const { id } = await makeWorkspace(test.database, user.user)
    for (const more of [{ expiration: '31d' }, { serviceAccountId: 'none' }]) {
      const refused = await createLater(id, { name: 'SI CLI Token', ...more })
      expect(refused).toMatchObject({ status: 401, body: { kind: 'FreshSignInRequired' } })
    }
  })

  it('authorizes the requests of the CLI', async () => {
    const workspace = await makeWorkspace(test.database, user.user)
    const { body } = await redeem(await nonceAfterApproval())
    expect((await request(body.token, 'GET', '/whoami')).body.user.email).toBe(user.user.email)
    const list = await request(body.token, 'GET', '/workspaces')
    expect(list.body[0]).toMatchObject({ id: workspace.id, instanceUrl: workspace.instanceUrl })
    const one = await request(body.token, 'GET', `/workspaces/${workspace.id}`)
    expect(one.body).toMatchObject({ id: workspace.id, displayName: workspace.displayName })
    const created = await request(body.token, 'POST', `/workspaces/${workspace.id}/authTokens`, {
      name: 'SI CLI Token',
    })
    expect(created).toMatchObject({ status: 200, body: { token: expect.any(String) } })
    const { expiresAt, createdAt } = created.body.authToken
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(30 * 86_400_000)
  })

  it('is refused if it was tampered with, and after 30 days', async () => {
    const { body } = await redeem(await nonceAfterApproval())
    const [header, payload, signature = ''] = body.token.split('.')
    const forged = `${header}.${payload}.${signature.slice(0, -4)}AAAA`
    expect((await test.send(account.whoami, {}, { bearer: forged })).errorType).toBe('NotSignedIn')
    test.clockOffsetMs = 30 * 86_400_000 - 1_000
    expect((await test.send(account.whoami, {}, { bearer: body.token })).status).toBe(200)
    test.clockOffsetMs = 30 * 86_400_000 + 1_000
    expect((await test.send(account.whoami, {}, { bearer: body.token })).status).toBe(401)
  })
})

testOutcomes(test, cliSignIns, {
  read: { ...sessionOnly, ...confined, ...emailNeeded, allOthers: '404 NotFound' },
  approve: { ...ownWrite, allOthers: '404 NotFound' },
  deny: { ...sessionOnly, ...confined, ...emailNeeded, allOthers: '404 NotFound' },
  approveLocal: { ...ownWrite, allOthers: ok, body: { port: 9_003 } },
  redeem: { ...allCallers('400 InvalidCode'), query: { nonce: 'nothing' } },
})
