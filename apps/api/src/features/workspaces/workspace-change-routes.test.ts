import { messages } from '@portal/contract/messages'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { addMember, makeWorkspace } from '../../testing/factories.ts'
import { issueToken } from '../../testing/issue-token.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import { workspaceActivity } from '../activity/activity-table.ts'
import { workspaces as workspaceTable } from './workspace-table.ts'

const test = useTestApp()
const managed = 'https://app.systeminit.com'

interface Setting {
  owner: SignedIn
  editor: SignedIn
  id: string
}

async function makeSetting(): Promise<Setting> {
  const owner = await makeSignedIn(test)
  const editor = await makeSignedIn(test)
  const workspace = await makeWorkspace(test.database, owner.user, { displayName: 'Before' })
  await addMember(test.database, workspace, editor.user)
  return { owner, editor, id: workspace.id }
}

const update = (me: SignedIn, workspaceId: string, body: { [field: string]: unknown }) =>
  test.send(
    workspaces.update,
    { params: { workspaceId }, body: body as { displayName?: string } },
    { session: me.session },
  )
const read = async (me: SignedIn, workspaceId: string) =>
  (await test.send(workspaces.read, { params: { workspaceId } }, { session: me.session })).body
const acts = async (workspaceId: string) => {
  const rows = await test.database.orm
    .select()
    .from(workspaceActivity)
    .where(eq(workspaceActivity.workspaceId, workspaceId))
    .orderBy(workspaceActivity.id)
  return rows.map(({ act, subject }) => [act, subject])
}

describe('workspaces.update', () => {
  it('changes the fields that are sent, returns the list, and records the change', async () => {
    const { owner, id } = await makeSetting()
    await makeWorkspace(test.database, owner.user)
    const reply = await update(owner, id, { displayName: '  Zoe\u0308 ', description: ' Some text ' })
    expect(reply.body).toHaveLength(2)
    expect(reply.body.find((workspace) => workspace.id === id)).toMatchObject({
      displayName: 'Zoë',
      description: 'Some text',
      instanceUrl: 'http://localhost:8080',
      instanceEnvType: 'LOCAL',
    })
    expect(await acts(id)).toEqual([['workspace.updated', 'name: Before → Zoë; description']])
  })

  it('writes and records nothing when nothing changes', async () => {
    const { owner, id } = await makeSetting()
    const before = await read(owner, id)
    const { displayName, instanceUrl, description, approvalsEnabled } = before
    await update(owner, id, { displayName, instanceUrl: `${instanceUrl}/`, description, approvalsEnabled })
    await update(owner, id, {})
    expect(await read(owner, id)).toEqual(before)
    expect(await acts(id)).toEqual([])
  })

  it('can clear the description and enable and disable approvals', async () => {
    const { owner, id } = await makeSetting()
    await update(owner, id, { description: 'Text', approvalsEnabled: true })
    expect(await read(owner, id)).toMatchObject({ description: 'Text', approvalsEnabled: true })
    await update(owner, id, { description: null, approvalsEnabled: false })
    expect(await read(owner, id)).toMatchObject({ description: '', approvalsEnabled: false })
    expect((await acts(id)).map(([act]) => act).sort()).toEqual([
      'workspace.approvals-disabled',
      'workspace.approvals-enabled',
      'workspace.updated',
      'workspace.updated',
    ])
  })

  it('stores and shows a host name in its ASCII form, so that a look-alike of another one can be told apart', async () => {
    const { owner, id } = await makeSetting()
    await update(owner, id, { instanceUrl: 'https://\u0430pp.systeminit.com/x' })
    expect((await read(owner, id)).instanceUrl).toBe('https://xn--pp-6kc.systeminit.com/x')
    expect(await acts(id)).toEqual([
      ['workspace.updated', 'URL: http://localhost:8080 → https://xn--pp-6kc.systeminit.com/x'],
    ])
  })

  it('shows a host name from an earlier release in its ASCII form, and a save that returns it changes nothing', async () => {
    const { owner, editor, id } = await makeSetting()
    const instanceUrl = 'https://\u0430pp.example'
    await test.database.orm
      .update(workspaceTable)
      .set({ instanceUrl, instanceEnvType: 'PRIVATE' })
      .where(eq(workspaceTable.id, id))
    const shown = (await read(editor, id)).instanceUrl
    expect(shown).toBe('https://xn--pp-6kc.example')
    await update(owner, id, { instanceUrl: shown })
    expect(await acts(id)).toEqual([])
    const confirmed = await test.send(
      workspaces.confirmAddress,
      { params: { workspaceId: id }, body: { instanceUrl: shown } },
      { session: editor.session },
    )
    expect(confirmed.status).toBe(204)
  })

  it.each([
    [managed, 'SI'],
    ['https://platform.example.com/', 'PRIVATE'],
    ['http://localhost:8080', 'LOCAL'],
  ])('derives the type from the new URL %s', async (instanceUrl, instanceEnvType) => {
    const { owner, id } = await makeSetting()
    await update(owner, id, { instanceUrl, ...{ instanceEnvType: 'SI' } })
    expect(await read(owner, id)).toMatchObject({
      instanceUrl: instanceUrl.replace(/\/$/, ''),
      instanceEnvType,
    })
  })

  it.each([
    ['http://localhost:3000', messages.localRemoteUrl],
    ['https://app.systeminit.com/x', messages.managedRemoteUrl],
    ['https://app.systeminit.dev', messages.managedRemoteUrl],
    ['javascript:alert(1)', messages.url],
    ['   ', messages.required],
  ])('refuses the URL %s and saves nothing', async (instanceUrl, message) => {
    const { owner, id } = await makeSetting()
    const reply = await update(owner, id, { displayName: 'After', instanceUrl })
    expect(reply.error?.issues).toEqual([{ path: 'instanceUrl', message }])
    expect(await read(owner, id)).toMatchObject({ displayName: 'Before' })
  })

  it.each([
    ['displayName', '', messages.required],
    ['displayName', null, messages.required],
    ['displayName', 'a'.repeat(501), messages.tooLong(500)],
    ['displayName', '<b>', messages.textField],
    ['description', 'a"b', messages.textField],
  ])('refuses %s %j', async (field, value, message) => {
    const { owner, id } = await makeSetting()
    const reply = await update(owner, id, { [field]: value })
    expect(reply.error?.issues?.[0]).toEqual({ path: field, message })
  })

  it('accepts an unchanged name and description that current rules refuse', async () => {
    const { owner } = await makeSetting()
    const odd = { displayName: "ada's Production Workspace", description: 'Costs < 5 €' }
    const { id } = await makeWorkspace(test.database, owner.user, odd)
    expect((await update(owner, id, { ...odd, description: 'Plain' })).status).toBe(200)
    expect((await update(owner, id, { displayName: ` ${odd.displayName} ` })).status).toBe(200)
    expect(await read(owner, id)).toMatchObject({ displayName: odd.displayName, description: 'Plain' })
    expect(await acts(id)).toEqual([['workspace.updated', 'description']])
    const changed = await update(owner, id, { displayName: "bob's Production Workspace" })
    expect(changed.error?.issues).toEqual([{ path: 'displayName', message: messages.textField }])
  })

  it('accepts an unchanged URL that current rules refuse', async () => {
    const { owner } = await makeSetting()
    const odd = { instanceUrl: 'http://127.0.0.1:9999', instanceEnvType: 'PRIVATE' } as const
    const { id } = await makeWorkspace(test.database, owner.user, odd)
    const reply = await update(owner, id, { instanceUrl: odd.instanceUrl, displayName: 'After' })
    expect(reply.status).toBe(200)
    expect(await read(owner, id)).toMatchObject({ ...odd, displayName: 'After' })
  })

  it('keeps concurrent changes of different fields', async () => {
    const { owner, id } = await makeSetting()
    await Promise.all([
      update(owner, id, { displayName: 'One' }),
      update(owner, id, { description: 'Two' }),
      update(owner, id, { approvalsEnabled: true }),
    ])
    const saved = { displayName: 'One', description: 'Two', approvalsEnabled: true }
    expect(await read(owner, id)).toMatchObject(saved)
  })

  it('ignores role, owner, secret and state in the body', async () => {
    const { owner, editor, id } = await makeSetting()
    const before = await read(owner, id)
    await update(owner, id, {
      creatorUserId: editor.user.id,
      token: 'chosen',
      quarantinedAt: null,
      deletedAt: '2026-01-01T00:00:00Z',
      role: 'EDITOR',
    })
    expect(await read(owner, id)).toEqual(before)
    const [row] = await test.database.orm.select().from(workspaceTable).where(eq(workspaceTable.id, id))
    expect(row?.token).not.toBe('chosen')
  })

  it('revokes instance sessions but no API tokens when the URL changes', async () => {
    const { owner, id } = await makeSetting()
    const facts = { userId: owner.user.id, workspaceId: id } as const
    const instance = await issueToken(test, { ...facts, kind: 'instance' })
    const api = await issueToken(test, { ...facts, kind: 'api' })
    const readAs = async (bearer: string) =>
      (await test.send(workspaces.read, { params: { workspaceId: id } }, { bearer })).errorType
    await update(owner, id, { displayName: 'Still there' })
    expect(await readAs(instance.token)).toBeUndefined()
    await update(owner, id, { instanceUrl: managed })
    expect(await readAs(instance.token)).toBe('TokenRevoked')
    expect(await readAs(api.token)).toBeUndefined()
  })

  it('is allowed only to the owner', async () => {
    const { editor, id } = await makeSetting()
    const refused = await update(editor, id, { displayName: 'After' })
    expect(refused).toMatchObject({ status: 403, errorType: 'NotAllowed' })
    expect(refused.error?.roles).toEqual(['OWNER'])
    expect((await update(await makeSignedIn(test), id, { displayName: 'After' })).errorType).toBe('NotFound')
  })
})

describe('workspaces.setApprovals', () => {
  const toggle = (me: SignedIn, workspaceId: string, approvalsEnabled: boolean) =>
    test.send(
      workspaces.setApprovals,
      { params: { workspaceId }, body: { approvalsEnabled } },
      { session: me.session },
    )

  it('lets only the owner change approvals, and records each actual change', async () => {
    const { owner, editor, id } = await makeSetting()
    expect((await toggle(owner, id, true)).body).toMatchObject({ id, approvalsEnabled: true })
    await toggle(owner, id, true)
    expect((await toggle(editor, id, false)).errorType).toBe('NotAllowed')
    expect(await acts(id)).toEqual([['workspace.approvals-enabled', null]])
  })
})

describe('a member’s favourite and hidden flags', () => {
  it('do not affect other members', async () => {
    const { owner, editor, id } = await makeSetting()
    const params = { workspaceId: id }
    const as = { session: editor.session }
    const starred = await test.send(workspaces.setFavourite, { params, body: { isFavourite: true } }, as)
    expect(starred.body).toMatchObject({ id, isFavourite: true, isHidden: false, role: 'EDITOR' })
    const hidden = await test.send(workspaces.setHidden, { params, body: { isHidden: true } }, as)
    expect(hidden.body).toMatchObject({ id, isFavourite: true, isHidden: true })
    expect(await read(owner, id)).toMatchObject({ isFavourite: false, isHidden: false })
    await test.send(workspaces.setFavourite, { params, body: { isFavourite: false } }, as)
    expect(await read(editor, id)).toMatchObject({ isFavourite: false, isHidden: true })
    expect(await acts(id)).toEqual([])
  })

  it('can be set on a quarantined workspace, but not by a user who is not a member', async () => {
    const me = await makeSignedIn(test)
    const { id } = await makeWorkspace(test.database, me.user, { quarantinedAt: new Date() })
    const star = (who: SignedIn) =>
      test.send(
        workspaces.setFavourite,
        { params: { workspaceId: id }, body: { isFavourite: true } },
        { session: who.session },
      )
    expect((await star(me)).status).toBe(200)
    expect((await star(await makeSignedIn(test))).errorType).toBe('NotFound')
  })
})

describe('workspaces.setDefault', () => {
  const setDefault = (me: SignedIn, workspaceId: string) =>
    test.send(workspaces.setDefault, { params: { workspaceId } }, { session: me.session })

  it('replaces the previous default, and is refused to a member who is not the creator', async () => {
    const { owner, editor, id } = await makeSetting()
    const other = await makeWorkspace(test.database, owner.user)
    expect((await setDefault(owner, id)).status).toBe(204)
    expect((await setDefault(owner, other.id)).status).toBe(204)
    expect(await read(owner, id)).toMatchObject({ isDefault: false })
    expect(await read(owner, other.id)).toMatchObject({ isDefault: true })
    expect((await setDefault(editor, id)).errorType).toBe('NotAllowed')
  })
})
