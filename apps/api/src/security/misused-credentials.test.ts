/** Every credential is valid only for its purpose and in its place. See docs/product/access.md#credentials. */
import { account } from '@portal/contract/account/account'
import { calls } from '@portal/contract/calls'
import { handoff } from '@portal/contract/handoff/handoff'
import { invitations } from '@portal/contract/invitations/invitations'
import { members } from '@portal/contract/members/members'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { beforeEach, describe, expect, it } from 'vitest'
import { hashOf, xsrfTokenOf } from '../crypto/secrets.ts'
import { useTestApp } from '../testing/build-test-app.ts'
import { makeWorkspace } from '../testing/factories.ts'
import { callAt, makeScene, type Scene } from '../testing/hostile-scene.ts'
import { issueToken } from '../testing/issue-token.ts'
import type { SignedIn } from '../testing/make-signed-in.ts'

const test = useTestApp()
let scene: Scene
beforeEach(async () => {
  scene = await makeScene(test)
})

const whoamiWith = async (headers: Record<string, string>) => {
  const { status, errorType } = await test.send(account.whoami, {}, { headers })
  return `${status} ${errorType}`
}

async function handoffCode(person: SignedIn): Promise<string> {
  const { headers } = await test.send(workspaces.go, { params: { workspaceId: scene.workspace.id } }, person)
  return new URL(String(headers.location)).searchParams.get('code') ?? ''
}

/** Other secrets and ids of the same user. */
const otherSecrets: [string, () => string | Promise<string>][] = [
  ['a hand-off code', () => handoffCode(scene.owner)],
  ['an invitation code', () => scene.invitation.code],
  ['the secret of a workspace', () => scene.workspace.token],
  ['the id of a user', () => scene.owner.user.id],
  ['the id of a session', () => scene.owner.sessionId],
  ['the id of a token', () => scene.apiToken.id],
  ['the XSRF token of a session', () => xsrfTokenOf(scene.owner.session)],
  ['the hash of a session', () => Buffer.from(hashOf(scene.owner.session)).toString('base64url')],
]

describe('a session cookie is refused', () => {
  it.each<[string, () => string | Promise<string>]>([
    ...otherSecrets,
    ['an API token', () => scene.apiToken.token],
    ['a session with a character more', () => `${scene.owner.session}A`],
    ['a session with a character less', () => scene.owner.session.slice(0, -1)],
    ['a session with a NUL', () => `${scene.owner.session}%00`],
    ['a percent sign that stands for nothing', () => '%E0%A4%A'],
  ])('with %s', async (_, value) => {
    expect(await whoamiWith({ cookie: `portal_session=${await value()}` })).toBe('401 NotSignedIn')
  })

  it('under another name, in a header or in the query', async () => {
    const { session } = scene.owner
    for (const name of ['Portal_Session', '__Host-portal_session', 'portal_session[]', 'portal_sign_in'])
      expect(await whoamiWith({ cookie: `${name}=${session}` }), name).toBe('401 NotSignedIn')
    expect(await whoamiWith({ 'x-session': session, portal_session: session })).toBe('401 NotSignedIn')
    expect((await test.app.inject({ url: `/whoami?portal_session=${session}` })).statusCode).toBe(401)
  })
})

describe('a Bearer header is refused', () => {
  it.each<[string, () => string | Promise<string>]>([
    ...otherSecrets,
    ['a session', () => scene.owner.session],
    ['a second scheme inside', () => `Bearer ${scene.apiToken.token}`],
    ['two tokens', () => `${scene.apiToken.token}, ${scene.apiToken.token}`],
  ])('with %s', async (_, value) => {
    expect(await whoamiWith({ authorization: `Bearer ${await value()}` })).toBe('401 NotSignedIn')
  })

  it('under another scheme, in another header or in the query', async () => {
    const { token } = scene.apiToken
    for (const scheme of ['Basic', 'Token', 'BearerX', 'Bearer::', 'DPoP'])
      expect(await whoamiWith({ authorization: `${scheme} ${token}` }), scheme).toBe('401 NotSignedIn')
    for (const name of ['x-authorization', 'proxy-authorization', 'x-api-key', 'token'])
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
})

it("an API token lists only the token's workspace", async () => {
  await makeWorkspace(test.database, scene.owner.user)
  const { body } = await test.send(workspaces.list, {}, { bearer: scene.apiToken.token })
  expect(body.map(({ id }) => id)).toEqual([scene.workspace.id])
})

it("a member's removal ends every credential for the workspace, and a later invitation restores none", async () => {
  const { editor, owner, workspace } = scene
  const params = { workspaceId: workspace.id }
  const facts = { userId: editor.user.id, workspaceId: workspace.id }
  const { token: api } = await issueToken(test, { ...facts, kind: 'api' })
  const { token: instance } = await issueToken(test, { ...facts, kind: 'instance' })
  const code = await handoffCode(editor)
  const email = editor.user.email
  expect((await test.send(members.remove, { params, body: { email } }, owner)).status).toBe(200)
  await test.send(members.invite, { params, body: { email } }, owner)
  const [invited] = (await test.send(invitations.mine, {}, editor)).body
  await test.send(invitations.accept, { params: { invitationId: invited?.id ?? '' } }, editor)
  for (const bearer of [api, instance])
    expect((await test.send(account.whoami, {}, { bearer })).errorType).toBe('TokenRevoked')
  expect((await test.send(handoff.completeAuthConnect, { body: { code } })).status).toBeGreaterThanOrEqual(
    400,
  )
})
