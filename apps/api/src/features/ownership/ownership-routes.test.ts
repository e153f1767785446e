import { activity } from '@portal/contract/activity/activity'
import { dayMs } from '@portal/contract/durations'
import { members } from '@portal/contract/members/members'
import { ownership } from '@portal/contract/ownership/ownership'
import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { trustRules } from '@portal/contract/trust-rules/trust-rules'
import { webhooks } from '@portal/contract/webhooks/webhooks'
import { workspaces as workspaceCalls } from '@portal/contract/workspaces/workspaces'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeSession } from '../../testing/factories.ts'
import { makeSignedIn } from '../../testing/make-signed-in.ts'
import { makeTeam, type Team } from '../../testing/make-team.ts'
import {
  confined,
  emailNeeded,
  ok,
  ownerOnly,
  reducing,
  sessionOnly,
  workspaceWrite,
} from '../../testing/outcome-groups.ts'
import { testOutcomes } from '../../testing/test-outcomes.ts'
import { users } from '../account/user-table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'

const test = useTestApp()

const offer = ({ params, owner }: Team, userId: string) =>
  test.send(ownership.offer, { params, body: { userId } }, owner)

describe('an ownership offer', () => {
  it('is listed for sender and recipient, mailed to the recipient, and expires after 14 days', async () => {
    const team = await makeTeam(test)
    const { body } = await offer(team, team.editor.user.id)
    expect(body).toMatchObject({
      workspaceId: team.workspace.id,
      fromUserId: team.owner.user.id,
      from: { firstName: 'Olga', lastName: 'Owner' },
      toUserId: team.editor.user.id,
    })
    expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(14 * dayMs)
    expect((await test.send(ownership.mine, {}, team.owner)).body).toEqual([body])
    expect((await test.send(ownership.mine, {}, team.editor)).body).toEqual([body])
    expect((await test.send(ownership.mine, {}, team.approver)).body).toEqual([])
    expect(test.jobs.mailsTo('editor@example.com')).toHaveLength(1)
  })

  it('names the service accounts that act for the owner, with their trust rules', async () => {
    const team = await makeTeam(test)
    const create = async (name: string) => {
      const { body } = await test.send(
        serviceAccounts.create,
        { params: team.params, body: { name } },
        team.owner,
      )
      return body.serviceAccount.id
    }
    const [deploy, backup] = [await create('deploy-bot'), await create('backup')]
    const params = { ...team.params, serviceAccountId: deploy }
    const rule = { name: 'main', issuer: 'https://issuer.example', audience: 'api', claims: { sub: 'x' } }
    await test.send(trustRules.create, { params, body: rule }, team.owner)
    await offer(team, team.editor.user.id)
    const { body } = await test.send(ownership.mine, {}, team.editor)
    expect(body[0]?.serviceAccounts).toEqual([
      { id: backup, name: 'backup', trustRules: [] },
      { id: deploy, name: 'deploy-bot', trustRules: [{ id: expect.any(String), name: 'main' }] },
    ])
  })

  it('counts the webhooks that would stop, and none that already wait for a confirmation', async () => {
    const team = await makeTeam(test)
    const { params, owner, approver, editor } = team
    const create = async (url: string) =>
      (await test.send(webhooks.create, { params, body: { url, types: 'all' } }, owner)).body.webhook.id
    await create('https://hooks.example.com/')
    const paused = { ...params, webhookId: await create('https://paused.example.com/') }
    await test.send(webhooks.update, { params: paused, body: { isEnabled: false } }, owner)
    expect((await offer(team, editor.user.id)).body.webhookCount).toBe(1)
    await test.send(ownership.accept, { params }, editor)
    const next = { params, body: { userId: approver.user.id } }
    expect((await test.send(ownership.offer, next, editor)).body.webhookCount).toBe(0)
  })

  it('is refused to users who are not verified members, and to the owner', async () => {
    const team = await makeTeam(test)
    const stranger = await makeSignedIn(test)
    expect((await offer(team, stranger.user.id)).errorType).toBe('NotFound')
    expect((await offer(team, team.owner.user.id)).errorType).toBe('Conflict')
    await test.database.orm
      .update(users)
      .set({ emailVerified: false })
      .where(eq(users.id, team.editor.user.id))
    expect((await offer(team, team.editor.user.id)).errorType).toBe('NotFound')
  })

  it('replaces the previous offer', async () => {
    const team = await makeTeam(test)
    await offer(team, team.editor.user.id)
    await offer(team, team.approver.user.id)
    const { params } = team
    expect((await test.send(ownership.accept, { params }, team.editor)).status).toBe(404)
    expect((await test.send(ownership.accept, { params }, team.approver)).status).toBe(204)
  })

  it('can be withdrawn by the owner and declined by the recipient', async () => {
    const team = await makeTeam(test)
    const { params, owner, editor } = team
    expect((await test.send(ownership.withdraw, { params }, owner)).status).toBe(404)
    await offer(team, editor.user.id)
    expect((await test.send(ownership.withdraw, { params }, owner)).status).toBe(204)
    expect((await test.send(ownership.decline, { params }, editor)).status).toBe(404)
    await offer(team, editor.user.id)
    expect((await test.send(ownership.decline, { params }, team.approver)).status).toBe(404)
    expect((await test.send(ownership.decline, { params }, editor)).status).toBe(204)
    expect((await test.send(ownership.accept, { params }, editor)).status).toBe(404)
  })
})

describe('ownership.accept', () => {
  it('makes the recipient the owner and creator, the former owner an approver, and mails the former owner', async () => {
    const team = await makeTeam(test)
    const { params, owner, editor } = team
    await test.database.orm
      .update(users)
      .set({ defaultWorkspaceId: team.workspace.id })
      .where(eq(users.id, owner.user.id))
    await offer(team, editor.user.id)
    test.clockOffsetMs = 1_000
    expect((await test.send(ownership.accept, { params }, editor)).status).toBe(204)
    const { body: list } = await test.send(members.list, { params }, owner)
    expect(list.map(({ email, role }) => `${email} ${role}`)).toEqual([
      'editor@example.com OWNER',
      'approver@example.com APPROVER',
      'owner@example.com APPROVER',
    ])
    const { body: seen } = await test.send(workspaceCalls.read, { params }, owner)
    expect(seen).toMatchObject({
      creatorUserId: editor.user.id,
      creatorUser: { firstName: 'Pat' },
      isDefault: false,
      role: 'APPROVER',
    })
    expect(test.jobs.mailsTo('owner@example.com')[0]?.subject).toMatch(/^You no longer own/)
    expect((await test.send(ownership.mine, {}, owner)).body).toEqual([])
    const { body: acts } = await test.send(activity.list, { params }, editor)
    expect(acts[0]).toMatchObject({
      act: 'ownership.accepted',
      subject: 'owner@example.com → editor@example.com',
    })
    expect((await test.send(members.leave, { params }, owner)).status).toBe(204)
  })

  it.each(['quarantinedAt', 'suspendedAt'] as const)(
    'is refused while the owner is paused, whose workspace would otherwise work again: %s',
    async (pause) => {
      const team = await makeTeam(test)
      await offer(team, team.editor.user.id)
      const set = (at: Date | null) =>
        test.database.orm
          .update(users)
          .set({ [pause]: at })
          .where(eq(users.id, team.owner.user.id))
      const accept = async () =>
        (await test.send(ownership.accept, { params: team.params }, team.editor)).status
      await set(new Date())
      expect((await test.send(ownership.mine, {}, team.editor)).body).toEqual([])
      expect(await accept()).toBe(404)
      await set(null)
      expect(await accept()).toBe(204)
    },
  )

  it('is refused for an expired offer, in a quarantined workspace, and to a former member', async () => {
    const team = await makeTeam(test)
    const { params, editor } = team
    await offer(team, editor.user.id)
    const set = (values: Partial<typeof workspaces.$inferInsert>) =>
      test.database.orm.update(workspaces).set(values).where(eq(workspaces.id, team.workspace.id))
    await set({ quarantinedAt: new Date() })
    expect((await test.send(ownership.accept, { params }, editor)).errorType).toBe('WorkspaceQuarantined')
    await set({ quarantinedAt: null })
    test.clockOffsetMs = 14 * dayMs + 1_000
    const later = { lastSeenAt: test.now(), expiresAt: new Date(test.now().getTime() + dayMs) }
    const { token: session } = await makeSession(test.database, editor.user, later)
    expect((await test.send(ownership.mine, {}, { session })).body).toEqual([])
    expect((await test.send(ownership.accept, { params }, { session })).status).toBe(404)
    test.clockOffsetMs = 0
    await test.send(members.leave, { params }, editor)
    expect((await test.send(ownership.accept, { params }, editor)).status).toBe(404)
  })
})

it('every ownership call hides the offer from a user who is not a member', async () => {
  const team = await makeTeam(test)
  const { params } = team
  const stranger = await makeSignedIn(test)
  await offer(team, team.editor.user.id)
  expect((await test.send(ownership.mine, {}, stranger)).body).toEqual([])
  for (const call of [ownership.accept, ownership.decline, ownership.withdraw])
    expect((await test.send(call, { params }, stranger)).status).toBe(404)
})

testOutcomes(test, ownership, {
  mine: { ...sessionOnly, ...confined, ...emailNeeded, allOthers: ok },
  offer: { ...workspaceWrite, ...ownerOnly('409 Conflict'), body: ({ userId }) => ({ userId }) },
  withdraw: {
    ...workspaceWrite,
    ...ownerOnly('404 NotFound'),
    quarantinedWorkspaceSession: '404 NotFound',
  },
  accept: { ...workspaceWrite, allOthers: '404 NotFound' },
  decline: { ...reducing, allOthers: '404 NotFound' },
})
