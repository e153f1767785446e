/** A request body sets only the fields that its call declares. */
import { calls } from '@portal/contract/calls'
import { tokens } from '@portal/contract/tokens/tokens'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { asc } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { users } from '../features/account/user-table.ts'
import { workspaceMembers } from '../features/members/member-table.ts'
import { identities } from '../features/sessions/identity-table.ts'
import { workspaces as workspaceRows } from '../features/workspaces/workspace-table.ts'
import { useTestApp } from '../testing/build-test-app.ts'
import { makeWorkspace } from '../testing/factories.ts'
import { callAt, makeScene, type Scene } from '../testing/hostile-scene.ts'
import { sampleInput } from '../testing/sample-input.ts'

const test = useTestApp()
let scene: Scene
beforeEach(async () => {
  scene = await makeScene(test)
})

/** Privileged fields by their JSON name, column name and common other names. */
const privileged = {
  ...{ role: 'OWNER', roles: ['OWNER'], memberRole: 'OWNER', members: [{ userId: 'chosen', role: 'OWNER' }] },
  ...{ isStaff: true, isAdmin: true, admin: true, staff: true, permissions: ['*'] },
  ...{ id: 'chosen', _id: 'chosen', userId: 'chosen', user_id: 'chosen', user: { id: 'chosen' } },
  ...{ emailVerified: true, email_verified: true, isEmailVerified: true, emailKey: 'owner@example.com' },
  ...{ quarantinedAt: null, quarantined_at: null, isQuarantined: false },
  ...{ suspendedAt: null, suspended_at: null, isSuspended: false },
  ...{ deletedAt: '2020-01-01T00:00:00.000Z', deleted_at: '2020-01-01T00:00:00.000Z' },
  ...{ agreedTosVersionId: '2024-09-25', needsTosUpdate: false, tosVersion: '2024-09-25' },
  ...{ auth0Id: 'auth0|evil', auth0_id: 'auth0|evil', subject: 'auth0|evil', identities: [{}] },
  ...{ signupAt: '2000-01-01T00:00:00.000Z', createdAt: '2000-01-01T00:00:00.000Z' },
  ...{ creatorUserId: 'chosen', creatorUser: { id: 'chosen' }, ownerId: 'chosen', workspaceId: 'chosen' },
  ...{ token: 'chosen', workspaceToken: 'chosen', instanceEnvType: 'SI', instance_env_type: 'SI' },
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

/** Writes that set one of these fields on purpose. */
const purposes =
  /^(workspaces\.(create|delete)|myData\.deleteAccount|members\.(changeRole|remove)|ownership\.accept|sessions\.)|leave|restore|accept|decline/

it('no write sets a privileged field that it does not declare', async () => {
  const before = await guarded()
  const writes = calls.filter(
    ({ method, access, rawBody, name }) =>
      method !== 'GET' && !access.staff && !rawBody && !purposes.test(name) && access.credentials.length > 0,
  )
  for (const person of [scene.editor, scene.owner])
    for (const call of writes) {
      // Saving another address than the account's own is refused.
      const ownEmail = call.access.self ? { email: person.user.email } : {}
      const body = { ...privileged, ...sampleInput(call, 'body'), ...ownEmail }
      const response = await callAt(test, scene, call, { as: person, person, body })
      expect.soft(response.statusCode, call.name).toBeLessThan(500)
    }
  expect(await guarded()).toEqual(before)
})

it('no write by staff sets a field of an account that it does not declare', async () => {
  const stranger = async () => (await guarded()).people.find(({ id }) => id === scene.stranger.user.id)
  const before = await stranger()
  for (const call of calls.filter(({ access, method }) => access.staff && method !== 'GET')) {
    if (!call.path.includes(':userId')) continue
    const body = { ...privileged, ...sampleInput(call, 'body') }
    await callAt(test, scene, call, { as: scene.staff, person: scene.stranger, body })
  }
  const after = await stranger()
  for (const column of ['id', 'email', 'emailKey', 'emailVerified', 'auth0Id', 'signupAt'] as const)
    expect(after?.[column], column).toEqual(before?.[column])
})

it('workspaces.create sets neither owner, type, secret nor dates from the body', async () => {
  const body = { ...privileged, displayName: 'Mine', instanceUrl: 'http://localhost:8080' }
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

it('workspaces.update changes the workspace of the path, not one that the body names', async () => {
  const params = { workspaceId: (await makeWorkspace(test.database, scene.editor.user)).id }
  const body = { id: scene.workspace.id, workspaceId: scene.workspace.id, displayName: 'Taken' }
  expect((await test.send(workspaces.update, { params, body }, scene.editor)).status).toBe(200)
  const own = { params: { workspaceId: scene.workspace.id } }
  expect((await test.send(workspaces.read, own, scene.owner)).body.displayName).not.toBe('Taken')
})

it('tokens.create sets neither owner, kind, expiry nor secret from the body', async () => {
  const params = { workspaceId: scene.workspace.id }
  const extra = {
    ...privileged,
    userId: scene.owner.user.id,
    kind: 'instance',
    expiresAt: '2999-01-01T00:00:00Z',
  }
  const body = { ...extra, name: 'Mine', expiration: '1d' }
  const reply = await test.send(tokens.create, { params, body }, scene.editor)
  expect(reply.body.authToken.createdBy.userId).toBe(scene.editor.user.id)
  expect(new Date(reply.body.authToken.expiresAt ?? '').getFullYear()).toBeLessThan(2_100)
  const payload = JSON.parse(Buffer.from(reply.body.token.split('.')[1] ?? '', 'base64url').toString())
  expect(payload).toMatchObject({ role: 'automation', sub: scene.editor.user.id, ...params })
})
