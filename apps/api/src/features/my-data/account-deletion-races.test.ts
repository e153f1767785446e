/** Deleting an account while another request adds something to it. */
import { invitations } from '@portal/contract/invitations/invitations'
import { members } from '@portal/contract/members/members'
import { myData } from '@portal/contract/my-data/my-data'
import { ownership } from '@portal/contract/ownership/ownership'
import { tokens } from '@portal/contract/tokens/tokens'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { addMember, makeWorkspace } from '../../testing/factories.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import { signInThroughProvider } from '../../testing/sign-in-through-provider.ts'
import { users } from '../account/user-table.ts'
import { workspaceInvitations } from '../invitations/invitation-table.ts'
import { workspaceMembers } from '../members/member-table.ts'
import { ownershipOffers } from '../ownership/ownership-table.ts'
import { sessions } from '../sessions/session-table.ts'
import { authTokens } from '../tokens/token-table.ts'
import { workspaces as workspaceTable } from '../workspaces/workspace-table.ts'

const test = useTestApp()
const rounds = 10
const later = () => new Date(Date.now() + 3_600_000)

const remove = (me: SignedIn) =>
  test.send(
    myData.deleteAccount,
    { params: { userId: me.user.id }, body: { confirmation: me.user.email } },
    { session: me.session },
  )

/** Expects that no row refers to a missing owner and that a deleted account has no active rows. */
async function expectNothingOrphaned(): Promise<void> {
  const { orm } = test.database
  const orphans = await orm
    .select({ id: workspaceTable.id })
    .from(workspaceTable)
    .innerJoin(users, and(eq(users.id, workspaceTable.creatorUserId), isNotNull(users.deletedAt)))
    .where(isNull(workspaceTable.deletedAt))
  expect(orphans).toEqual([])
  const memberships = await orm
    .select({ id: workspaceTable.id })
    .from(workspaceMembers)
    .innerJoin(workspaceTable, eq(workspaceTable.id, workspaceMembers.workspaceId))
    .innerJoin(users, and(eq(users.id, workspaceMembers.userId), isNotNull(users.deletedAt)))
    .where(isNull(workspaceTable.deletedAt))
  expect(memberships).toEqual([])
  const alive = await orm
    .select({ id: authTokens.id })
    .from(authTokens)
    .innerJoin(users, and(eq(users.id, authTokens.userId), isNotNull(users.deletedAt)))
    .where(isNull(authTokens.revokedAt))
  expect(alive).toEqual([])
  const open = await orm
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.userId), isNotNull(users.deletedAt)))
    .where(isNull(sessions.endedAt))
  expect(open).toEqual([])
  const sent = await orm
    .select({ id: workspaceInvitations.id })
    .from(workspaceInvitations)
    .innerJoin(users, and(eq(users.id, workspaceInvitations.invitedByUserId), isNotNull(users.deletedAt)))
    .where(and(isNull(workspaceInvitations.acceptedAt), isNull(workspaceInvitations.withdrawnAt)))
  expect(sent).toEqual([])
}

it('Deleting an account while a workspace is created leaves no workspace without its owner', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const me = await makeSignedIn(test)
    const body = { displayName: 'Late', instanceUrl: 'http://localhost:8080' }
    const make = () => test.send(workspaces.create, { body }, { session: me.session })
    const [, , removed] = await Promise.all([make(), make(), remove(me), make(), make()])
    expect(removed.status).toBe(204)
  }
  await expectNothingOrphaned()
})

it('Deleting an account while an invitee joins its workspace lets exactly one of the two succeed', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const me = await makeSignedIn(test)
    const guest = await makeSignedIn(test)
    const workspace = await makeWorkspace(test.database, me.user)
    const at = new Date()
    await test.database.orm.insert(workspaceInvitations).values({
      id: `invitation-${round}`,
      workspaceId: workspace.id,
      email: guest.user.email,
      emailKey: guest.user.emailKey,
      role: 'EDITOR',
      invitedByUserId: me.user.id,
      createdAt: at,
      sentAt: at,
      expiresAt: later(),
    })
    const params = { invitationId: `invitation-${round}` }
    const [removed, joined] = await Promise.all([
      remove(me),
      test.send(invitations.accept, { params }, { session: guest.session }),
    ])
    expect([`${removed.status} ${joined.status}`]).toContain(removed.status === 204 ? '204 404' : '409 200')
  }
  await expectNothingOrphaned()
})

it('Deleting an account while it receives ownership leaves no workspace without an owner', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const me = await makeSignedIn(test)
    const owner = await makeSignedIn(test)
    const workspace = await makeWorkspace(test.database, owner.user)
    await addMember(test.database, workspace, me.user)
    await test.database.orm.insert(ownershipOffers).values({
      workspaceId: workspace.id,
      fromUserId: owner.user.id,
      toUserId: me.user.id,
      createdAt: new Date(),
      expiresAt: later(),
    })
    const params = { workspaceId: workspace.id }
    const [removed, accepted] = await Promise.all([
      remove(me),
      test.send(ownership.accept, { params }, { session: me.session }),
    ])
    expect([204, 409]).toContain(removed.status)
    if (removed.status === 409) expect(accepted.status).toBe(204)
  }
  await expectNothingOrphaned()
})

it('Deleting an account while a token and a session are created leaves neither active', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const me = await makeSignedIn(test)
    const owner = await makeSignedIn(test)
    const workspace = await makeWorkspace(test.database, owner.user)
    await addMember(test.database, workspace, me.user)
    const subject = me.user.auth0Id ?? ''
    test.identity.add({ subject, email: me.user.email })
    const params = { workspaceId: workspace.id }
    const make = () =>
      test.send(tokens.create, { params, body: { name: 'Late', expiration: '1d' } }, { session: me.session })
    const [, removed] = await Promise.all([make(), remove(me), make(), signInThroughProvider(test, subject)])
    expect(removed.status).toBe(204)
  }
  await expectNothingOrphaned()
})

it('Deleting an account while it sends invitations leaves none of them open', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const me = await makeSignedIn(test)
    const owner = await makeSignedIn(test)
    const workspace = await makeWorkspace(test.database, owner.user)
    await addMember(test.database, workspace, me.user, 'APPROVER')
    const params = { workspaceId: workspace.id }
    const send = (email: string) =>
      test.send(members.invite, { params, body: { email } }, { session: me.session })
    const [, removed] = await Promise.all([
      send('bob@example.com'),
      remove(me),
      send('carol@example.com'),
      send('dora@example.com'),
    ])
    expect(removed.status).toBe(204)
  }
  await expectNothingOrphaned()
})

it('Concurrent requests delete an account exactly once', async () => {
  const me = await makeSignedIn(test)
  const answers = await Promise.all(Array.from({ length: 10 }, () => remove(me)))
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
  expect(answers.every(({ status }) => [204, 401, 404].includes(status))).toBe(true)
  expect(test.jobs.mailsTo(me.user.email)).toHaveLength(1)
})
