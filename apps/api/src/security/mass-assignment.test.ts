/** A request body sets only the fields that its call declares. */
import { account } from '@portal/contract/account/account'
import { calls } from '@portal/contract/calls'
import { members } from '@portal/contract/members/members'
import { tokens } from '@portal/contract/tokens/tokens'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { asc } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { identities, users } from '../features/account/user-table.ts'
import { workspaceMembers, workspaces as workspaceRows } from '../features/workspaces/workspace-table.ts'
import { useTestApp } from '../testing/build-test-app.ts'
import { makeWorkspace } from '../testing/factories.ts'
import { callAt, makeScene, type Scene } from '../testing/hostile-scene.ts'
import { makeSignedIn } from '../testing/make-signed-in.ts'
import { sampleInput } from '../testing/sample-input.ts'

const test = useTestApp()
let scene: Scene
beforeEach(async () => {
  scene = await makeScene(test)
})

/** Privileged fields by their JSON name, column name and common other names. */
const privileged: Record<string, Record<string, unknown>> = {
  'a role': { role: 'OWNER', roles: ['OWNER'], memberRole: 'OWNER' },
  'the rights of staff': { isStaff: true, isAdmin: true, admin: true, staff: true, permissions: ['*'] },
  'an id': { id: 'chosen', _id: 'chosen' },
  'another person': { userId: 'chosen', user_id: 'chosen', user: { id: 'chosen' } },
  'a verified email': { emailVerified: true, email_verified: true, isEmailVerified: true },
  'another key for the email': { emailKey: 'owner@example.com', email_key: 'owner@example.com' },
  'the end of a quarantine': { quarantinedAt: null, quarantined_at: null, isQuarantined: false },
  'the end of a suspension': { suspendedAt: null, suspended_at: null, isSuspended: false },
  'a deletion': { deletedAt: '2020-01-01T00:00:00.000Z', deleted_at: '2020-01-01T00:00:00.000Z' },
  'accepted terms': { agreedTosVersionId: '2024-09-25', needsTosUpdate: false, tosVersion: '2024-09-25' },
  'a sign-in': { auth0Id: 'auth0|evil', auth0_id: 'auth0|evil', subject: 'auth0|evil', identities: [{}] },
  'the day of sign-up': { signupAt: '2000-01-01T00:00:00.000Z', createdAt: '2000-01-01T00:00:00.000Z' },
  'the creator of a workspace': { creatorUserId: 'chosen', creatorUser: { id: 'chosen' }, ownerId: 'chosen' },
  'the secret of a workspace': { token: 'chosen', workspaceToken: 'chosen' },
  'the type of a workspace': { instanceEnvType: 'SI', instance_env_type: 'SI' },
  'the members of a workspace': { members: [{ userId: 'chosen', role: 'OWNER' }] },
  'a prototype': { constructor: { name: 'x' }, toString: 'x', hasOwnProperty: 'x' },
}

/** The values that no request body may set. */
async function guarded() {
  const { orm } = test.database
  const people = await orm.select().from(users).orderBy(asc(users.id))
  const places = await orm.select().from(workspaceRows).orderBy(asc(workspaceRows.id))
  const signIns = await orm.select().from(identities).orderBy(asc(identities.subject))
  const membership = await orm.select().from(workspaceMembers).orderBy(asc(workspaceMembers.userId))
  return {
    people: people.map(
      ({
        firstName,
        lastName,
        nickname,
        pictureUrl,
        isPictureCleared,
        discordUsername,
        githubUsername,
        reviewedProfileAt,
        defaultWorkspaceId,
        ...rest
      }) => rest,
    ),
    workspaces: places.map(
      ({ displayName, description, instanceUrl, isApprovalsEnabled, instanceEnvType, ...rest }) => rest,
    ),
    membership: membership.map(({ workspaceId, userId, role }) => ({ workspaceId, userId, role })),
    identities: signIns.map(({ lastSignInAt, ...rest }) => rest),
  }
}

/** Writes that set one of these fields on purpose. They are tested separately below. */
const purposes = new Set([
  'workspaces.create',
  'workspaces.delete',
  'myData.deleteAccount',
  'members.changeRole',
  'members.remove',
  'ownership.accept',
])

describe('no write', () => {
  it.each(Object.entries(privileged))('gives a member %s through an undeclared field', async (_, extra) => {
    const before = await guarded()
    const writes = calls.filter(
      ({ method, access, rawBody, name }) =>
        method !== 'GET' && !access.staff && !rawBody && !purposes.has(name) && access.credentials.length > 0,
    )
    expect(writes.length).toBeGreaterThan(20)
    for (const person of [scene.editor, scene.owner])
      for (const call of writes) {
        if (call.name.startsWith('sessions.') || /leave|restore|accept|decline/.test(call.name)) continue
        const body = { ...extra, ...sampleInput(call, 'body') }
        const response = await callAt(test, scene, call, { as: person, person, body })
        expect.soft(response.statusCode, call.name).toBeLessThan(500)
      }
    expect(await guarded()).toEqual(before)
  })

  it('by staff sets undeclared fields of an account', async () => {
    const [before] = (await guarded()).people.filter(({ id }) => id === scene.stranger.user.id)
    for (const call of calls.filter(({ access, method }) => access.staff && method !== 'GET')) {
      if (!call.path.includes(':userId')) continue
      const body = { ...Object.assign({}, ...Object.values(privileged)), ...sampleInput(call, 'body') }
      await callAt(test, scene, call, { as: scene.staff, person: scene.stranger, body })
    }
    const [after] = (await guarded()).people.filter(({ id }) => id === scene.stranger.user.id)
    for (const column of ['id', 'email', 'emailKey', 'emailVerified', 'auth0Id', 'signupAt'] as const)
      expect(after?.[column], column).toEqual(before?.[column])
  })
})

describe('creating a workspace', () => {
  it.each(Object.entries(privileged))('ignores %s in its body', async (_, extra) => {
    const body = { ...extra, displayName: 'Mine', instanceUrl: 'http://localhost:8080' }
    const response = await callAt(test, scene, workspaces.create, { as: scene.editor, body })
    expect(response.statusCode).toBe(200)
    const { newWorkspaceId, workspaces: listed } = response.json()
    expect(newWorkspaceId).toMatch(/^[0-9A-Z]{26}$/)
    const made = listed.find(({ id }: { id: string }) => id === newWorkspaceId)
    expect(made).toMatchObject({
      creatorUserId: scene.editor.user.id,
      role: 'OWNER',
      instanceEnvType: 'LOCAL',
      quarantinedAt: null,
      memberCount: 1,
    })
    const rows = await test.database.orm.select().from(workspaceRows)
    const row = rows.find(({ id }) => id === newWorkspaceId)
    expect(row?.token).not.toBe('chosen')
    expect(row?.createdAt.getFullYear()).toBeGreaterThan(2_020)
  })
})

describe('creating a token', () => {
  it('ignores owner, kind, expiry and secret in its body', async () => {
    const params = { workspaceId: scene.workspace.id }
    const extra = {
      userId: scene.owner.user.id,
      kind: 'instance',
      expiresAt: '2999-01-01T00:00:00.000Z',
      token: 'chosen',
    }
    const body = { name: 'Mine', expiration: '1d', ...extra }
    const reply = await test.send(tokens.create, { params, body }, scene.editor)
    expect(reply.body.authToken.createdBy.userId).toBe(scene.editor.user.id)
    expect(new Date(reply.body.authToken.expiresAt ?? '').getFullYear()).toBeLessThan(2_100)
    const payload = JSON.parse(Buffer.from(reply.body.token.split('.')[1] ?? '', 'base64url').toString())
    expect(payload).toMatchObject({
      role: 'automation',
      sub: scene.editor.user.id,
      workspaceId: params.workspaceId,
    })
  })
})

describe('saving a profile', () => {
  it("with another user's id in the body saves the caller's profile", async () => {
    const params = { userId: scene.editor.user.id }
    const body = { id: scene.owner.user.id, userId: scene.owner.user.id, lastName: 'Changed' }
    const reply = await test.send(account.update, { params, body }, scene.editor)
    expect(reply.body.user).toMatchObject({ id: scene.editor.user.id, lastName: 'Changed' })
    const owner = await test.send(account.whoami, {}, scene.owner)
    expect(owner.body.user.lastName).not.toBe('Changed')
  })

  it('with another email address is refused without saving anything', async () => {
    const params = { userId: scene.editor.user.id }
    const body = { email: 'owner@example.com', lastName: 'Changed' }
    expect((await test.send(account.update, { params, body }, scene.editor)).status).toBe(400)
    expect((await test.send(account.whoami, {}, scene.editor)).body.user.lastName).not.toBe('Changed')
  })

  it.each(['quarantinedAt', 'suspendedAt'] as const)(
    'while %s is set does not lift the pause',
    async (column) => {
      const person = await makeSignedIn(test, { [column]: new Date() })
      const params = { userId: person.user.id }
      const body = { lastName: 'Free', [column]: null }
      expect((await test.send(account.update, { params, body }, person)).status).toBe(403)
      expect((await test.send(account.whoami, {}, person)).body.user[column]).not.toBeNull()
    },
  )
})

describe('the ownership of a workspace', () => {
  it.each(['OWNER', 'owner', 'Owner', 'SUPEROWNER', '', null, 0, true, ['OWNER'], { role: 'OWNER' }])(
    'cannot be gained by inviting or changing a member with the role %j',
    async (role) => {
      const params = { workspaceId: scene.workspace.id }
      const invite = { email: 'new@example.com', role }
      const change = { userId: scene.editor.user.id, role }
      const asOwner = { as: scene.owner }
      const invited = await callAt(test, scene, members.invite, { ...asOwner, body: invite })
      const changed = await callAt(test, scene, members.changeRole, { ...asOwner, body: change })
      for (const { statusCode } of [invited, changed]) expect([400, 409]).toContain(statusCode)
      const { body } = await test.send(members.list, { params }, scene.owner)
      expect(body.filter((member) => member.role === 'OWNER').map(({ userId }) => userId)).toEqual([
        scene.owner.user.id,
      ])
    },
  )

  it('cannot be gained through a workspace id in the body', async () => {
    const own = await makeWorkspace(test.database, scene.editor.user)
    const response = await test.app.inject({
      method: 'PATCH',
      url: `/workspaces/${own.id}`,
      headers: test.headersOf(scene.editor),
      payload: { id: scene.workspace.id, workspaceId: scene.workspace.id, displayName: 'Taken' },
    })
    expect(response.statusCode).toBe(200)
    const { body } = await test.send(
      workspaces.read,
      { params: { workspaceId: scene.workspace.id } },
      scene.owner,
    )
    expect(body.displayName).not.toBe('Taken')
  })
})
