import { staffSearch } from '@portal/contract/staff/search/search'
import { webhooks } from '@portal/contract/webhooks/webhooks'
import { expect, it } from 'vitest'
import { useTestApp } from '../../../testing/build-test-app.ts'
import { makeWorkspace } from '../../../testing/factories.ts'
import { issueToken } from '../../../testing/issue-token.ts'
import { makeSignedIn } from '../../../testing/make-signed-in.ts'
import { makeTeam } from '../../../testing/make-team.ts'
import { updateWebhook } from '../../webhooks/webhook-store.ts'
import { staffRecords } from '../records/staff-record-table.ts'

const test = useTestApp()

async function makeReading() {
  const me = await makeSignedIn(test, { email: 'sasha@systeminit.com' })
  const as = { session: me.session }
  const read = (workspaceId: string) => test.send(staffSearch.readWorkspace, { params: { workspaceId } }, as)
  const ownerOf = (workspaceId: string) =>
    test.send(staffSearch.readWorkspaceOwner, { params: { workspaceId } }, as)
  return { me, read, ownerOf }
}

it('The workspace report contains the workspace with its pause, owner, members and active API tokens, and no secret', async () => {
  const { me, read } = await makeReading()
  const team = await makeTeam(test, {
    displayName: 'Production',
    quarantinedAt: new Date('2024-08-14T10:00:00Z'),
    quarantineReason: 'Mining',
    quarantinedByUserId: me.user.id,
  })
  const facts = { userId: team.editor.user.id, workspaceId: team.workspace.id } as const
  const { id } = await issueToken(test, { ...facts, kind: 'api' })
  await issueToken(test, { ...facts, kind: 'instance' })
  await issueToken(test, { ...facts, kind: 'api', revokedAt: new Date() })
  const { body } = await read(team.workspace.id)
  expect(body.workspace).toMatchObject({
    id: team.workspace.id,
    displayName: 'Production',
    approvalsEnabled: false,
    deletedAt: null,
  })
  expect(body.quarantine).toEqual({
    since: '2024-08-14T10:00:00.000Z',
    until: null,
    reason: 'Mining',
    byEmail: 'sasha@systeminit.com',
  })
  expect(body.owner).toEqual({
    id: team.owner.user.id,
    email: 'owner@example.com',
    firstName: 'Olga',
    lastName: 'Owner',
  })
  expect(body.members.map(({ email, role }) => `${email} ${role}`)).toEqual([
    'owner@example.com OWNER',
    'approver@example.com APPROVER',
    'editor@example.com EDITOR',
  ])
  expect(body.memberCount).toBe(3)
  expect(body.tokens).toMatchObject([{ id, name: 'Test token', creatorEmail: 'editor@example.com' }])
  expect(JSON.stringify(body)).not.toContain(team.workspace.token)
})

it('The workspace report lists the webhooks with their host and state, and nothing else of their URL', async () => {
  const { read } = await makeReading()
  const team = await makeTeam(test)
  const report = async () => (await read(team.workspace.id)).body
  const create = async (url: string) => {
    const body = { url, types: 'all' as const }
    return (await test.send(webhooks.create, { params: team.params, body }, team.owner)).body.webhook
  }
  const active = await create('https://hooks.example.com:8443/services/T0P?key=hidden')
  const paused = await create('https://chat.example.com/')
  const params = { ...team.params, webhookId: paused.id }
  await test.send(webhooks.update, { params, body: { isEnabled: false } }, team.owner)
  const failingSince = new Date('2024-08-14T10:00:00Z')
  await updateWebhook(test.database.orm, active.id, { failingSince })
  const fine = { disabledReason: null, disabledAt: null, failingSince: null }
  const shown = await report()
  expect(shown.webhooks).toEqual([
    {
      ...fine,
      id: active.id,
      host: 'hooks.example.com:8443',
      createdAt: active.createdAt,
      failingSince: failingSince.toISOString(),
    },
    {
      ...fine,
      id: paused.id,
      host: 'chat.example.com',
      createdAt: paused.createdAt,
      disabledReason: 'owner',
      disabledAt: expect.any(String),
    },
  ])
  expect(JSON.stringify(shown)).not.toMatch(/services|hidden|whsec_/)
})

it('The workspace report works for a deleted workspace, but the owner look-up does not', async () => {
  const { me, read, ownerOf } = await makeReading()
  const deletedAt = new Date('2024-08-14T10:00:00Z')
  const { id } = await makeWorkspace(test.database, me.user, { deletedAt })
  expect((await read(id)).body.workspace.deletedAt).toBe('2024-08-14T10:00:00.000Z')
  expect((await ownerOf(id)).errorType).toBe('NotFound')
  for (const look of [read, ownerOf]) expect((await look('nothing')).errorType).toBe('NotFound')
})

it('The owner look-up returns the owner of a workspace', async () => {
  const { ownerOf } = await makeReading()
  const owner = await makeSignedIn(test, { email: 'ada@example.com', firstName: 'Ada', lastName: null })
  const { id } = await makeWorkspace(test.database, owner.user, { displayName: 'Production' })
  expect((await ownerOf(id)).body).toEqual({
    firstName: 'Ada',
    lastName: null,
    email: 'ada@example.com',
    displayName: 'Production',
    instanceUrl: 'http://localhost:8080',
  })
})

it('The workspace report and the owner look-up are recorded about the workspace and its owner', async () => {
  const { me, read, ownerOf } = await makeReading()
  const owner = await makeSignedIn(test)
  const { id } = await makeWorkspace(test.database, owner.user)
  await read(id)
  test.clockOffsetMs = 1_000
  await ownerOf(id)
  const record = { staffUserId: me.user.id, aboutUserId: owner.user.id, aboutWorkspaceId: id }
  expect(await test.database.orm.select().from(staffRecords).orderBy(staffRecords.id)).toMatchObject([
    { ...record, act: 'looked-up.workspace' },
    { ...record, act: 'looked-up.workspace-owner' },
  ])
})

it('The workspace report and the owner look-up are recorded if they find nothing', async () => {
  const { me, read, ownerOf } = await makeReading()
  const { id } = await makeWorkspace(test.database, me.user, { deletedAt: new Date() })
  await read('nothing')
  test.clockOffsetMs = 1_000
  await ownerOf(id)
  const record = {
    staffUserId: me.user.id,
    aboutUserId: null,
    aboutWorkspaceId: null,
    ipAddress: '127.0.0.1',
  }
  expect(await test.database.orm.select().from(staffRecords).orderBy(staffRecords.id)).toMatchObject([
    { ...record, act: 'looked-up.workspace', after: { text: 'nothing' } },
    { ...record, act: 'looked-up.workspace-owner', after: { text: id } },
  ])
})
