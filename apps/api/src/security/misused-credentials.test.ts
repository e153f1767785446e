/** Every credential is valid only for its purpose and until it ends. See docs/product/access.md#credentials. */
import { account } from '@portal/contract/account/account'
import { calls } from '@portal/contract/calls'
import { handoff } from '@portal/contract/handoff/handoff'
import { invitations } from '@portal/contract/invitations/invitations'
import { members } from '@portal/contract/members/members'
import { sessions } from '@portal/contract/sessions/sessions'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { hashOf, xsrfTokenOf } from '../crypto/secrets.ts'
import { users } from '../features/account/user-table.ts'
import { workspaces as workspaceRows } from '../features/workspaces/workspace-table.ts'
import { useTestApp } from '../testing/build-test-app.ts'
import { makeSession, makeWorkspace } from '../testing/factories.ts'
import { callAt, makeScene, type Scene } from '../testing/hostile-scene.ts'
import { issueToken } from '../testing/issue-token.ts'
import { makeSignedIn } from '../testing/make-signed-in.ts'
import { beginSignIn, signInThroughProvider } from '../testing/sign-in-through-provider.ts'

const test = useTestApp()
let scene: Scene
beforeEach(async () => {
  scene = await makeScene(test)
})

const whoamiWith = async (headers: Record<string, string>) => {
  const { status, errorType } = await test.send(account.whoami, {}, { headers })
  return `${status} ${errorType}`
}
const cookie = (value: string) => ({ cookie: `portal_session=${value}` })

async function handoffCode(query = {}): Promise<string> {
  const params = { workspaceId: scene.workspace.id }
  const { headers } = await test.send(workspaces.go, { params, query }, scene.owner)
  return new URL(String(headers.location)).searchParams.get('code') ?? ''
}
const redeem = async (code: string) => {
  const { status, errorType } = await test.send(handoff.completeAuthConnect, { body: { code } })
  return errorType ? `${status} ${errorType}` : String(status)
}

describe('a session cookie is refused', () => {
  it.each<[string, () => string | Promise<string>]>([
    ['with a character more', () => `${scene.owner.session}A`],
    ['with a character less', () => scene.owner.session.slice(0, -1)],
    ['in other capitals', () => swapCase(scene.owner.session)],
    ['behind a space in quotes', () => `" ${scene.owner.session}"`],
    ['as its own hash', () => Buffer.from(hashOf(scene.owner.session)).toString('base64url')],
    ['as its own hash in hex', () => Buffer.from(hashOf(scene.owner.session)).toString('hex')],
    ['as the id of the session', () => scene.owner.sessionId],
    ['as the XSRF token of the session', () => xsrfTokenOf(scene.owner.session)],
    ['as an API token', () => scene.apiToken.token],
    ['as an instance token', () => scene.instanceToken.token],
    ['as a hand-off code', () => handoffCode()],
    ['as an invitation code', () => scene.invitation.code],
    ['as the secret of a workspace', () => scene.workspace.token],
    ['as the id of the person', () => scene.owner.user.id],
    ['as SQL', () => "'%20or%20'1'='1"],
    ['of 4 KB', () => 'A'.repeat(4_000)],
    ['with a percent sign that stands for nothing', () => '%E0%A4%A'],
    ['with a NUL', () => `${scene.owner.session}%00`],
  ])('%s', async (_, value) => {
    expect(await whoamiWith(cookie(await value()))).toBe('401 NotSignedIn')
  })

  it('under any other cookie name', async () => {
    for (const name of [
      'Portal_Session',
      '__Host-portal_session',
      'session',
      'portal_session[]',
      'portal_sign_in',
    ])
      expect(await whoamiWith({ cookie: `${name}=${scene.owner.session}` }), name).toBe('401 NotSignedIn')
  })

  it('in a header, in the query, or in the body', async () => {
    const { session } = scene.owner
    expect(await whoamiWith({ 'x-session': session, portal_session: session })).toBe('401 NotSignedIn')
    const inQuery = await test.app.inject({ url: `/whoami?portal_session=${session}&session=${session}` })
    expect(inQuery.statusCode).toBe(401)
  })

  it('after sign-out, even if another tab still sends it', async () => {
    const { session } = scene.owner
    await test.send(sessions.end, {}, { session })
    expect(await whoamiWith(cookie(session))).toBe('401 SessionEnded')
  })

  it('of a deleted account', async () => {
    const { orm } = test.database
    await orm.update(users).set({ deletedAt: new Date() }).where(eq(users.id, scene.owner.user.id))
    expect(await whoamiWith(cookie(scene.owner.session))).toBe('401 NotSignedIn')
  })
})

describe('a Bearer header is refused', () => {
  it.each<[string, () => string | Promise<string>]>([
    ['with a session', () => scene.owner.session],
    ['with a hand-off code', () => handoffCode()],
    ['with an invitation code', () => scene.invitation.code],
    ['with the secret of a workspace', () => scene.workspace.token],
    ['with the id of a token', () => scene.apiToken.id],
    ['with nothing', () => ''],
    ['with a second scheme inside', () => `Bearer ${scene.apiToken.token}`],
    ['with a colon after the token', () => `${scene.apiToken.token}:`],
    ['with two tokens', () => `${scene.apiToken.token}, ${scene.apiToken.token}`],
  ])('%s', async (_, value) => {
    expect(await whoamiWith({ authorization: `Bearer ${await value()}` })).toBe('401 NotSignedIn')
  })

  it.each(['Basic', 'Digest', 'Token', 'JWT', 'BearerX', 'Bearer::', 'Basic:', 'DPoP'])(
    'as %s',
    async (scheme) => {
      expect(await whoamiWith({ authorization: `${scheme} ${scene.apiToken.token}` })).toBe('401 NotSignedIn')
    },
  )

  it('anywhere but in the Authorization header', async () => {
    const { token } = scene.apiToken
    for (const name of ['x-authorization', 'proxy-authorization', 'x-api-key', 'x-access-token', 'token'])
      expect(await whoamiWith({ [name]: `Bearer ${token}` }), name).toBe('401 NotSignedIn')
    expect((await test.app.inject({ url: `/whoami?access_token=${token}` })).statusCode).toBe(401)
  })
})

describe('mixed credentials', () => {
  it('with an invalid token are refused despite a valid session', async () => {
    const headers = { ...test.headersOf(scene.owner), authorization: 'Bearer nonsense' }
    expect(await whoamiWith(headers)).toBe('401 NotSignedIn')
  })

  it('with a token are refused by session-only calls despite a valid session', async () => {
    for (const call of calls.filter(({ access }) => access.credentials.join() === 'session')) {
      const response = await callAt(test, scene, call, {
        as: { session: scene.owner.session, bearer: scene.apiToken.token },
      })
      if (call.success.status === 302)
        expect.soft(response.headers.location, call.name).toContain(test.config.PORTAL_URL)
      else expect.soft(response.statusCode, call.name).toBe(403)
    }
  })

  it('with a token of one workspace are refused for another, even if the user owns both', async () => {
    const other = await makeWorkspace(test.database, scene.owner.user)
    const params = { workspaceId: other.id }
    for (const { token } of [scene.apiToken, scene.instanceToken])
      for (const call of [workspaces.read, members.list])
        expect((await test.send(call, { params }, { bearer: token })).status, call.name).toBe(404)
  })

  it("with an API token list only the token's workspace", async () => {
    await makeWorkspace(test.database, scene.owner.user)
    const { body } = await test.send(workspaces.list, {}, { bearer: scene.apiToken.token })
    expect(body.map(({ id }) => id)).toEqual([scene.workspace.id])
  })

  it.each(['apiToken', 'instanceToken'] as const)(
    'refuse the %s on every call that is not its own',
    async (kind) => {
      const credential = kind === 'apiToken' ? 'api' : 'instance'
      const notItsOwn = calls.filter(
        ({ access }) => access.credentials.length > 0 && !access.credentials.includes(credential),
      )
      expect(notItsOwn.length).toBeGreaterThan(50)
      for (const call of notItsOwn) {
        const response = await callAt(test, scene, call, { as: { bearer: scene[kind].token } })
        if (call.success.status === 302)
          expect.soft(response.headers.location, call.name).toContain(test.config.PORTAL_URL)
        else expect.soft(response.json().kind, call.name).toBe('NotAllowed')
      }
    },
  )

  it('are required by every call that is not public', async () => {
    for (const call of calls.filter(({ access }) => access.credentials.length > 0)) {
      const response = await callAt(test, scene, call)
      if (call.success.status === 302)
        expect.soft(response.headers.location, call.name).toContain(test.config.PORTAL_URL)
      else expect.soft(response.statusCode, call.name).toBe(401)
    }
  })
})

describe('a hand-off code is refused', () => {
  it('the second time', async () => {
    const code = await handoffCode()
    expect(await redeem(code)).toBe('200')
    expect(await redeem(code)).toBe('409 Conflict')
  })

  it('after 60 seconds', async () => {
    const code = await handoffCode()
    test.clockOffsetMs = 61_000
    expect(await redeem(code)).toBe('409 Conflict')
  })

  it('after the user signed out', async () => {
    const code = await handoffCode()
    await test.send(sessions.end, {}, scene.owner)
    expect(await redeem(code)).toBe('409 Conflict')
  })

  it('after the workspace moved to another instance', async () => {
    const code = await handoffCode()
    const { orm } = test.database
    await orm.update(workspaceRows).set({ instanceUrl: 'https://evil.example' })
    expect(await redeem(code)).toBe('409 Conflict')
  })

  it.each<[string, (code: string) => string]>([
    ['with a character more', (code) => `${code}A`],
    ['in other capitals', swapCase],
    ['with a space', (code) => ` ${code}`],
    ['as its hash', (code) => Buffer.from(hashOf(code)).toString('base64url')],
    ['that is an invitation’s', () => scene.invitation.code],
    ['that is a session', () => scene.owner.session],
  ])('%s, while the genuine code stays valid', async (_, change) => {
    const code = await handoffCode()
    expect(await redeem(change(code))).toBe('409 Conflict')
    expect(await redeem(code)).toBe('200')
  })
})

describe('a sign-in is refused', () => {
  const finish = (query: Record<string, string>, browser: string) =>
    test.app.inject({ url: '/auth/login-callback', query, headers: { cookie: browser } })
  const problem = (reason: string) => `http://localhost:9000/sign-in-problem?reason=${reason}`
  const subject = () => scene.owner.user.auth0Id ?? ''

  it('when it is completed a second time', async () => {
    const { state, code, browser } = await signInThroughProvider(test, subject())
    const { headers } = await finish({ state, code }, browser)
    expect(headers.location).toBe(problem('expired'))
    expect(headers['set-cookie']).toBeUndefined()
  })

  it('when another browser started it', async () => {
    const [theirs, mine] = [await beginSignIn(test), await beginSignIn(test)]
    const code = test.identity.issueCode(theirs.state, subject())
    const { headers } = await finish({ state: theirs.state, code }, mine.browser)
    expect(headers.location).toBe(problem('foreign'))
    expect(headers['set-cookie']).toBeUndefined()
  })

  it('without the cookie of the browser that started it', async () => {
    const { state } = await beginSignIn(test)
    const { headers } = await finish({ state, code: test.identity.issueCode(state, subject()) }, '')
    expect(headers.location).toMatch(/reason=(foreign|expired)$/)
  })

  it('with an unknown state', async () => {
    const { browser } = await beginSignIn(test)
    const { headers } = await finish({ state: 'A'.repeat(43), code: 'x' }, browser)
    expect(headers.location).toMatch(/sign-in-problem\?reason=/)
  })

  it('10 minutes after it started', async () => {
    const { state, browser } = await beginSignIn(test)
    const code = test.identity.issueCode(state, subject())
    test.clockOffsetMs = 601_000
    expect((await finish({ state, code }, browser)).headers.location).toBe(problem('expired'))
  })

  it('with a planted session, because every sign-in issues a new one', async () => {
    const planted = 'planted-by-somebody-else-who-waits-for-you-1'
    const { session } = await signInThroughProvider(test, subject(), cookie(planted))
    expect(session).toMatch(/^[\w-]{43}$/)
    expect(session).not.toBe(planted)
    expect(await whoamiWith(cookie(planted))).toBe('401 NotSignedIn')
  })
})

describe('a user is not staff', () => {
  it.each([
    'somebody@systeminit.com.evil.example',
    'somebody@evil-systeminit.com',
    'somebody@notsysteminit.com',
    'somebody@mail.systeminit.com',
    'systeminit.com@evil.example',
    'somebody@systeminit.co',
    'somebody@systeminіt.com',
    '"somebody@systeminit.com"@evil.example',
  ])('with the email address %s', async (email) => {
    const person = await makeSignedIn(test, { email })
    for (const call of calls.filter(({ access }) => access.staff)) {
      const response = await callAt(test, scene, call, { as: person })
      expect.soft(response.json().error.type, call.name).toBe('NotStaff')
    }
  })

  it('while the staff email address is unverified', async () => {
    const person = await makeSignedIn(test, { email: 'new@systeminit.com', emailVerified: false })
    for (const call of calls.filter(({ access }) => access.staff)) {
      const response = await callAt(test, scene, call, { as: person })
      expect.soft(response.json().error.type, call.name).toBe('EmailNotVerified')
    }
  })
})

describe('an invitation', () => {
  it('cannot be accepted by another user, even with its link', async () => {
    const params = { code: scene.invitation.code }
    const other = await makeSignedIn(test)
    const seen = await test.send(invitations.byCode, { params }, other)
    expect(seen.body).toMatchObject({ isForYou: false, invitation: null })
    expect(JSON.stringify(seen.body)).not.toContain('stranger@example.com')
    const accept = { params: { invitationId: scene.invitation.id } }
    expect((await test.send(invitations.accept, accept, other)).status).toBe(404)
  })

  it('cannot be accepted by an invitee with an unverified email address', async () => {
    const person = await makeSignedIn(test, { email: 'Stranger@Example.com', emailVerified: false })
    const accept = { params: { invitationId: scene.invitation.id } }
    expect((await test.send(invitations.accept, accept, person)).errorType).toBe('EmailNotVerified')
  })

  it('can be accepted only once', async () => {
    const accept = { params: { invitationId: scene.invitation.id } }
    expect((await test.send(invitations.accept, accept, scene.stranger)).status).toBe(200)
    expect((await test.send(invitations.accept, accept, scene.stranger)).status).toBe(404)
  })
})

it("a member's removal ends every credential for the workspace, and a later invitation restores none", async () => {
  const { editor, owner, workspace } = scene
  const params = { workspaceId: workspace.id }
  const facts = { userId: editor.user.id, workspaceId: workspace.id }
  const { token: api } = await issueToken(test, { ...facts, kind: 'api' })
  const { token: instance } = await issueToken(test, { ...facts, kind: 'instance' })
  const { headers } = await test.send(workspaces.go, { params }, editor)
  const code = new URL(String(headers.location)).searchParams.get('code') ?? ''
  const email = editor.user.email
  expect((await test.send(members.remove, { params, body: { email } }, owner)).status).toBe(200)
  await test.send(members.invite, { params, body: { email } }, owner)
  const [invited] = (await test.send(invitations.mine, {}, editor)).body
  await test.send(invitations.accept, { params: { invitationId: invited?.id ?? '' } }, editor)
  for (const bearer of [api, instance])
    expect((await test.send(account.whoami, {}, { bearer })).errorType).toBe('TokenRevoked')
  expect(await redeem(code)).toMatch(/^4/)
})

it('a user cannot end a session of another user', async () => {
  const { id } = await makeSession(test.database, scene.stranger.user)
  const params = { userId: scene.owner.user.id, sessionId: id }
  expect((await test.send(sessions.endOne, { params }, scene.owner)).status).toBe(404)
  expect(await whoamiWith(cookie(scene.stranger.session))).toBe('200 undefined')
})

function swapCase(text: string): string {
  return [...text]
    .map((char) => (char === char.toUpperCase() ? char.toLowerCase() : char.toUpperCase()))
    .join('')
}
