/** Callers without access cannot find out whether something exists. See docs/product/access.md#not-found. */
import { calls } from '@portal/contract/calls'
import type { Endpoint } from '@portal/contract/endpoint'
import { pathOf } from '@portal/contract/endpoint'
import { handoff } from '@portal/contract/handoff/handoff'
import { invitations } from '@portal/contract/invitations/invitations'
import { members } from '@portal/contract/members/members'
import { ownership } from '@portal/contract/ownership/ownership'
import { sessions } from '@portal/contract/sessions/sessions'
import { tokens } from '@portal/contract/tokens/tokens'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { eq } from 'drizzle-orm'
import { ulid } from 'ulid'
import { beforeEach, describe, expect, it } from 'vitest'
import { users } from '../features/account/user-table.ts'
import { useTestApp } from '../testing/build-test-app.ts'
import { makeWorkspace } from '../testing/factories.ts'
import { makeScene, type Scene } from '../testing/hostile-scene.ts'
import { makeSignedIn, type SignedIn } from '../testing/make-signed-in.ts'
import { sampleInput } from '../testing/sample-input.ts'

const test = useTestApp()
let scene: Scene
beforeEach(async () => {
  scene = await makeScene(test)
})

/** Returns the whole response without its request id and the requested names, which differ in every response. */
async function answer(call: Endpoint, names: Record<string, string>, person: SignedIn, body?: object) {
  const payload = body ?? sampleInput(call, 'body')
  const url = pathOf(call, {
    ...Object.fromEntries(parametersOf(call).map((name) => [name, ulid()])),
    ...names,
  })
  const response = await test.app.inject({
    method: call.method,
    url,
    headers: test.headersOf(person),
    ...(payload ? { payload } : {}),
  })
  const { 'content-length': _, date, 'x-request-id': __, 'set-cookie': ___, ...headers } = response.headers
  let text = `${response.statusCode} ${response.body} ${JSON.stringify(headers)}`
  for (const name of Object.values(names)) text = text.replaceAll(name, 'NAME')
  return text.replace(/"requestId":"\w+"/, '')
}

const parametersOf = (call: Endpoint) => [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

describe('a non-member cannot find out the existence of', () => {
  it('a workspace, with any call that names one', async () => {
    // A session is no credential for the calls that only tokens make.
    const named = calls.filter(({ access }) => access.workspace && access.credentials.includes('session'))
    expect(named.length).toBeGreaterThan(20)
    for (const call of named) {
      const there = await answer(call, { workspaceId: scene.workspace.id }, scene.stranger)
      const nowhere = await answer(call, { workspaceId: ulid() }, scene.stranger)
      expect.soft(there, call.name).toBe(nowhere)
      expect.soft(there, call.name).toMatch(call.success.status === 302 ? /^302/ : /^404/)
    }
  })

  it('a deleted or a quarantined workspace', async () => {
    for (const column of ['deletedAt', 'quarantinedAt']) {
      const { id } = await makeWorkspace(test.database, scene.owner.user, { [column]: new Date() })
      for (const call of [workspaces.read, members.list, tokens.list, workspaces.restore])
        expect(await answer(call, { workspaceId: id }, scene.stranger), `${column} ${call.name}`).toBe(
          await answer(call, { workspaceId: ulid() }, scene.stranger),
        )
    }
  })

  it('a user, with any call about the own account', async () => {
    const own = calls.filter(({ access }) => access.self)
    expect(own.length).toBeGreaterThan(15)
    for (const call of own) {
      const there = await answer(call, { userId: scene.owner.user.id }, scene.stranger)
      const nowhere = await answer(call, { userId: ulid() }, scene.stranger)
      expect.soft(there, call.name).toBe(nowhere)
      expect.soft(there, call.name).toMatch(call.success.status === 302 ? /^302/ : /^404/)
    }
  })

  it('a user or workspace, with any staff call', async () => {
    for (const call of calls.filter(({ access }) => access.staff)) {
      const names = { userId: scene.owner.user.id, workspaceId: scene.workspace.id }
      const there = await answer(call, names, scene.stranger)
      const nowhere = await answer(call, { userId: ulid(), workspaceId: ulid() }, scene.stranger)
      expect.soft(there, call.name).toBe(nowhere)
      expect.soft(there, call.name).toMatch(/^403 .*NotStaff/)
    }
  })
})

describe('the owner of one workspace cannot find out', () => {
  let own: { workspaceId: string }
  beforeEach(async () => {
    own = { workspaceId: (await makeWorkspace(test.database, scene.stranger.user)).id }
  })

  it.each<Endpoint>([
    ...[tokens.read, tokens.rename, tokens.revoke],
    ...[invitations.resend, invitations.link, invitations.withdraw],
    ...[members.access, members.changeRole, members.remove, ownership.offer],
  ])('what exists in another workspace, with $name', async (call) => {
    const ask = (names: Record<string, string>) => {
      const body = call.body && { ...sampleInput(call, 'body'), ...names, role: 'APPROVER' }
      return answer(call, { ...own, ...names }, scene.stranger, body)
    }
    const { apiToken, invitation, editor } = scene
    const there = await ask({
      tokenId: apiToken.id,
      invitationId: invitation.id,
      userId: editor.user.id,
      email: editor.user.email,
    })
    const nobody = 'nobody@example.com'
    expect(there).toBe(await ask({ tokenId: ulid(), invitationId: ulid(), userId: ulid(), email: nobody }))
    expect(there).toMatch(/^404/)
  })

  it.each<[string, Parameters<typeof makeSignedIn>[1]]>([
    ['an account', {}],
    ['an unverified account', { emailVerified: false }],
    ['a quarantined account', { quarantinedAt: new Date() }],
    ['a deleted account', { deletedAt: new Date() }],
    ['a staff account', { email: 'other@systeminit.com' }],
  ])('whether an email address has %s, by inviting it', async (_, values) => {
    const { user } = await makeSignedIn(test, values)
    const invite = async (email: string) => {
      const body = { email }
      const reply = await test.send(members.invite, { params: own, body }, scene.stranger)
      const row = reply.body.find((member) => member.email === email)
      return {
        status: reply.status,
        ...row,
        email: '',
        userId: row?.userId === row?.invitation?.id,
        nickname: row?.nickname === email.split('@')[0],
        invitation: Object.keys(row?.invitation ?? {}).sort(),
      }
    }
    const mailOf = (email: string) => test.jobs.mailsTo(email).map(({ subject }) => subject)
    const nobody = 'nobody.at.all@example.com'
    expect(await invite(user.email)).toEqual(await invite(nobody))
    expect(mailOf(user.email)).toEqual(mailOf(nobody))
    expect(mailOf(nobody)).toHaveLength(1)
  })

  it('whether an email address has an account, by the time that an invitation takes', async () => {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    for (let round = 0; round < 25; round++) {
      const { email } = await makeSignedIn(test).then(({ user }) => user)
      for (const [kind, address] of [
        ['known', email],
        ['unknown', `nobody-${round}@example.com`],
      ] as const) {
        const began = performance.now()
        await test.send(members.invite, { params: own, body: { email: address } }, scene.stranger)
        times[kind].push(performance.now() - began)
      }
    }
    // The fastest of many runs, because other load only makes runs slower.
    const [known, unknown] = [Math.min(...times.known), Math.min(...times.unknown)]
    // The tolerance is longer than a database query and shorter than sending a mail.
    expect(Math.abs(known - unknown)).toBeLessThan(0.5 * Math.max(known, unknown) + 5)
  })
})

describe('a user cannot find out', () => {
  it.each([invitations.accept, invitations.decline])(
    'the invitations of another user, with $name',
    async (call) => {
      const there = await answer(call, { invitationId: scene.invitation.id }, scene.editor)
      expect(there).toBe(await answer(call, { invitationId: ulid() }, scene.editor))
      expect(there).toMatch(/^404/)
    },
  )

  it('the sessions of another user', async () => {
    const own = { userId: scene.editor.user.id }
    const there = await answer(sessions.endOne, { ...own, sessionId: scene.owner.sessionId }, scene.editor)
    expect(there).toBe(await answer(sessions.endOne, { ...own, sessionId: ulid() }, scene.editor))
  })

  it('whether a link belongs to a withdrawn invitation', async () => {
    const params = { workspaceId: scene.workspace.id, invitationId: scene.invitation.id }
    await test.send(invitations.withdraw, { params }, scene.owner)
    const withdrawn = await answer(invitations.byCode, { code: scene.invitation.code }, scene.editor)
    expect(withdrawn).toBe(await answer(invitations.byCode, { code: 'A'.repeat(43) }, scene.editor))
  })

  it('whether a hand-off code was used, has expired or never existed', async () => {
    const params = { workspaceId: scene.workspace.id }
    const code = async () => {
      const { headers } = await test.send(workspaces.go, { params }, scene.owner)
      return new URL(String(headers.location)).searchParams.get('code') ?? ''
    }
    const redeem = (given: string) => answer(handoff.completeAuthConnect, {}, scene.owner, { code: given })
    const [used, late] = [await code(), await code()]
    await redeem(used)
    const answers = [await redeem(used), await redeem('A'.repeat(43)), await redeem('x')]
    test.clockOffsetMs = 61_000
    answers.push(await redeem(late))
    expect(new Set(answers).size).toBe(1)
  })

  it('whether a session never existed or its account was deleted', async () => {
    const list = (session: string) => test.send(workspaces.list, {}, { session })
    const { orm } = test.database
    await orm.update(users).set({ deletedAt: new Date() }).where(eq(users.id, scene.editor.user.id))
    const [gone, unknown] = [await list(scene.editor.session), await list('A'.repeat(43))]
    expect({ ...gone.error, requestId: '' }).toEqual({ ...unknown.error, requestId: '' })
    expect([gone.status, unknown.status]).toEqual([401, 401])
  })
})
