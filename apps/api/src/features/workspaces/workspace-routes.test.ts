import { messages } from '@portal/contract/messages'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { addMember, makeWorkspace } from '../../testing/factories.ts'
import { issueToken } from '../../testing/issue-token.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import {
  badCredentials,
  confined,
  done,
  emailNeeded,
  managed,
  ok,
  ownerOnly,
  ownWrite,
  pausedTokens,
  replaced,
  sessionOnly,
  termsNeeded,
  tokenRead,
  workspaceRead,
  workspaceWrite,
} from '../../testing/outcome-groups.ts'
import { testOutcomes } from '../../testing/test-outcomes.ts'
import { users } from '../account/user-table.ts'
import { workspaces as workspaceTable } from './workspace-table.ts'

const test = useTestApp()
const httpsOnly = useTestApp({ FORBID_HTTP_INSTANCES: 'true' })

const managedUrl = 'https://app.systeminit.com'
const local = 'http://localhost:8080'
const fine = { displayName: 'Mine', instanceUrl: managedUrl }

const create = (me: SignedIn, body: { [field: string]: unknown }, app = test) =>
  app.send(workspaces.create, { body: body as typeof fine }, { session: me.session })
const list = async (me: SignedIn) => (await test.send(workspaces.list, {}, { session: me.session })).body

describe('workspaces.create', () => {
  it('returns the whole list and the new id, and makes the caller the owner', async () => {
    const me = await makeSignedIn(test)
    const first = await create(me, { ...fine, description: ' Some text ', approvalsEnabled: true })
    const second = await create(me, {
      ...fine,
      displayName: '  Zoe\u0308 1, a_b/c@d+e-f.g  ',
      isFavourite: true,
      isHidden: true,
    })
    expect(second.body.workspaces).toHaveLength(2)
    const byId = new Map(second.body.workspaces.map((workspace) => [workspace.id, workspace]))
    expect(byId.get(first.body.newWorkspaceId)).toMatchObject({
      id: first.body.newWorkspaceId,
      displayName: 'Mine',
      description: 'Some text',
      instanceUrl: managedUrl,
      instanceEnvType: 'SI',
      isDefault: false,
      isFavourite: false,
      isHidden: false,
      approvalsEnabled: true,
      role: 'OWNER',
      creatorUserId: me.user.id,
      creatorUser: { firstName: me.user.firstName, lastName: me.user.lastName },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      quarantinedAt: null,
    })
    expect(byId.get(second.body.newWorkspaceId)).toMatchObject({
      displayName: 'Zo\u00eb 1, a_b/c@d+e-f.g',
      description: '',
      approvalsEnabled: false,
      isFavourite: true,
      isHidden: true,
    })
  })

  it.each<[string, { [field: string]: unknown }, string, string]>([
    ['no name', { displayName: undefined }, 'displayName', messages.required],
    ['an empty name', { displayName: '' }, 'displayName', messages.required],
    ['a name of spaces', { displayName: '   ' }, 'displayName', messages.required],
    ['a null name', { displayName: null }, 'displayName', messages.required],
    ['a name of 501', { displayName: 'a'.repeat(501) }, 'displayName', messages.tooLong(500)],
    ['a name with markup', { displayName: '<b>' }, 'displayName', messages.textField],
    ['a name with a quote', { displayName: "it's" }, 'displayName', messages.textField],
    ['a name with a line break', { displayName: 'a\nb' }, 'displayName', messages.textField],
    ['a name with an emoji', { displayName: 'a🚀' }, 'displayName', messages.textField],
    ['a description with markup', { description: '<b>' }, 'description', messages.textField],
    ['a long description', { description: 'a'.repeat(5_001) }, 'description', messages.tooLong(5_000)],
    ['no address', { instanceUrl: undefined }, 'instanceUrl', messages.required],
    ['an empty address', { instanceUrl: ' ' }, 'instanceUrl', messages.required],
    [
      'a long address',
      { instanceUrl: `https://a.example/${'a'.repeat(2_048)}` },
      'instanceUrl',
      messages.tooLong(2_048),
    ],
  ])('refuses %s', async (_, change, path, message) => {
    const me = await makeSignedIn(test)
    const reply = await create(me, { ...fine, ...change })
    expect(reply.errorType).toBe('ValidationError')
    expect(reply.error?.issues?.[0]).toEqual({ path, message })
    expect(reply.error?.message).toBe(message)
    expect(await list(me)).toEqual([])
  })

  it('accepts a name of 500 letters of any script', async () => {
    const me = await makeSignedIn(test)
    expect((await create(me, { ...fine, displayName: 'é'.repeat(500) })).status).toBe(200)
    expect((await create(me, { ...fine, displayName: 'नेहा 李 ٣' })).status).toBe(200)
  })

  it.each([
    [managedUrl, 'SI'],
    [`${managedUrl}/`, 'SI'],
    [` ${managedUrl}// `, 'SI'],
    [local, 'LOCAL'],
    [`${local}/`, 'LOCAL'],
    ['https://platform.example.com', 'PRIVATE'],
    ['https://platform.example.com/', 'PRIVATE'],
    ['http://platform.example.com:8443/some/path', 'PRIVATE'],
    ['https://bücher.example', 'PRIVATE'],
    ['https://[2001:db8::1]:8080', 'PRIVATE'],
    ['https://192.0.2.7', 'PRIVATE'],
    ['https://app.systeminit-tools.com', 'PRIVATE'],
    ['https://notapp.systeminit.com', 'PRIVATE'],
  ])('stores the URL %s with the type %s', async (instanceUrl, instanceEnvType) => {
    const me = await makeSignedIn(test)
    const reply = await create(me, { ...fine, instanceUrl })
    expect(reply.status).toBe(200)
    expect(reply.body.workspaces[0]).toMatchObject({
      instanceEnvType,
      instanceUrl: instanceUrl.trim().replace(/\/+$/, '').replace('bücher', 'xn--bcher-kva'),
    })
  })

  it.each([
    ...[
      'javascript:alert(1)',
      'ftp://a.example',
      'data:text/html,x',
      '//a.example',
      'a.example',
      'https://',
      'https:///x',
    ],
    ...[
      'https://user:password@a.example',
      'https://user@a.example',
      'https://a.example/@b',
      'https://a.example?x=1',
    ],
    ...[
      'https://a.example#x',
      'https://a.example:99999',
      'https://a.example:x',
      'https://a b.example',
      'https://a.example/a b',
    ],
    ...[
      'https://a.example\\@evil.example',
      'https:\\\\a.example',
      'java\nscript://a',
      'https://-a.example',
      'https://a..example:1:2',
    ],
    ...['https://a.example/\u0001', 'https://a.example/\u007f', 'https://a.example/\u202e'],
  ])('refuses the URL %j', async (instanceUrl) => {
    const me = await makeSignedIn(test)
    const reply = await create(me, { ...fine, instanceUrl })
    expect(reply.error?.issues).toEqual([{ path: 'instanceUrl', message: messages.url }])
  })

  it.each([
    ...[
      'http://localhost',
      'http://localhost:3000',
      'https://localhost:8080',
      'http://LOCALHOST:8080',
      'http://localhost.:8080',
    ],
    ...[
      'http://a.localhost',
      'http://127.0.0.1',
      'http://127.1',
      'http://127.9.9.9:80',
      'http://2130706433',
      'http://0x7f000001',
    ],
    ...[
      'http://0177.0.0.1',
      'http://[::1]',
      'http://[0:0:0:0:0:0:0:1]',
      'http://[::ffff:127.0.0.1]',
      'http://0.0.0.0',
      'http://[::]',
    ],
    ...[
      'http://0',
      'http://127.0.0.1.',
      'http://ｌｏｃａｌｈｏｓｔ',
      'http://①②⑦.0.0.1',
      'http://[::127.0.0.1]',
      'http://[::ffff:0.0.0.0]',
    ],
  ])('refuses the loopback URL %s', async (instanceUrl) => {
    const me = await makeSignedIn(test)
    const reply = await create(me, { ...fine, instanceUrl })
    expect(reply.error?.issues).toEqual([{ path: 'instanceUrl', message: messages.localRemoteUrl }])
  })

  it.each([
    ...[
      'http://app.systeminit.com',
      'https://app.systeminit.com:8443',
      'https://app.systeminit.com/path',
      'https://app.systeminit.com.',
    ],
    ...['https://APP.SystemInit.com/x', 'https://eu.app.systeminit.com', 'https://ａｐｐ.systeminit.com'],
    ...['https://app.systeminit.dev', 'https://app.systeminit.com.example.org'],
  ])('refuses the managed host in the remote URL %s', async (instanceUrl) => {
    const me = await makeSignedIn(test)
    const reply = await create(me, { ...fine, instanceUrl })
    expect(reply.error?.issues).toEqual([{ path: 'instanceUrl', message: messages.managedRemoteUrl }])
  })

  it('refuses http for remote instances only if FORBID_HTTP_INSTANCES is set', async () => {
    const me = await makeSignedIn(httpsOnly)
    const answers = ['http://a.example', 'HTTP://a.example', 'https://a.example', local].map((instanceUrl) =>
      create(me, { ...fine, instanceUrl }, httpsOnly),
    )
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([400, 400, 200, 200])
  })

  it('ignores the type, id, creator, secret and role in the body', async () => {
    const me = await makeSignedIn(test)
    const stranger = await makeSignedIn(test)
    const chosen = {
      id: 'chosen',
      instanceEnvType: 'SI',
      creatorUserId: stranger.user.id,
      token: 'chosen',
      role: 'EDITOR',
    }
    const { body } = await create(me, { ...fine, instanceUrl: local, ...chosen })
    expect(body.workspaces[0]).toMatchObject({
      instanceEnvType: 'LOCAL',
      creatorUserId: me.user.id,
      role: 'OWNER',
    })
    expect(body.newWorkspaceId).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
    const [row] = await test.database.orm.select().from(workspaceTable)
    expect(row?.token).toBe('')
    expect(JSON.stringify(body)).not.toContain('chosen')
    expect(await list(stranger)).toEqual([])
  })
})

describe('the default workspace', () => {
  it('is the one that was requested last', async () => {
    const me = await makeSignedIn(test)
    const first = await create(me, { ...fine, isDefault: true })
    expect(first.body.workspaces.map(({ isDefault }) => isDefault)).toEqual([true])
    const second = await create(me, { ...fine, isDefault: true })
    await create(me, fine)
    const defaults = (await list(me)).filter(({ isDefault }) => isDefault)
    expect(defaults.map(({ id }) => id)).toEqual([second.body.newWorkspaceId])
  })

  it('is exactly one after concurrent creations', async () => {
    const me = await makeSignedIn(test)
    await Promise.all(Array.from({ length: 10 }, () => create(me, { ...fine, isDefault: true })))
    const all = await list(me)
    expect(all).toHaveLength(10)
    expect(all.filter(({ isDefault }) => isDefault)).toHaveLength(1)
  })

  it('applies only to a workspace that the user created', async () => {
    const me = await makeSignedIn(test)
    const other = await makeSignedIn(test)
    const workspace = await makeWorkspace(test.database, me.user)
    await addMember(test.database, workspace, other.user)
    await test.database.orm
      .update(users)
      .set({ defaultWorkspaceId: workspace.id })
      .where(eq(users.id, other.user.id))
    expect((await list(other)).map(({ isDefault }) => isDefault)).toEqual([false])
    await test.database.orm
      .update(users)
      .set({ defaultWorkspaceId: workspace.id })
      .where(eq(users.id, me.user.id))
    expect((await list(me)).map(({ isDefault }) => isDefault)).toEqual([true])
    expect((await list(other)).map(({ isDefault }) => isDefault)).toEqual([false])
  })
})

describe('workspaces.list', () => {
  it('returns the caller’s own flags and role, and the owner’s name', async () => {
    const owner = await makeSignedIn(test)
    const member = await makeSignedIn(test)
    const workspace = await makeWorkspace(test.database, owner.user)
    await addMember(test.database, workspace, member.user, 'APPROVER', { isFavourite: true, isHidden: true })
    expect(await list(member)).toMatchObject([
      { role: 'APPROVER', isFavourite: true, isHidden: true, creatorUserId: owner.user.id },
    ])
    expect(await list(owner)).toMatchObject([{ role: 'OWNER', isFavourite: false, isHidden: false }])
    const { firstName, lastName } = owner.user
    expect((await list(member))[0]?.creatorUser).toEqual({ firstName, lastName })
  })

  it('includes a quarantined workspace with its state, and no deleted one', async () => {
    const me = await makeSignedIn(test)
    const paused = await makeWorkspace(test.database, me.user, {
      quarantinedAt: new Date('2026-01-02T03:04:05Z'),
    })
    const gone = await makeWorkspace(test.database, me.user, { deletedAt: new Date() })
    expect((await list(me)).map(({ id, quarantinedAt }) => [id, quarantinedAt])).toEqual([
      [paused.id, '2026-01-02T03:04:05.000Z'],
    ])
    const read = (workspaceId: string) =>
      test.send(workspaces.read, { params: { workspaceId } }, { session: me.session })
    expect((await read(paused.id)).body.quarantinedAt).toBe('2026-01-02T03:04:05.000Z')
    expect((await read(gone.id)).errorType).toBe('NotFound')
  })

  it('returns every workspace once, in one reply or in pages', async () => {
    const me = await makeSignedIn(test)
    for (let at = 0; at < 7; at += 1) await makeWorkspace(test.database, me.user)
    const all = (await list(me)).map(({ id }) => id)
    expect(all).toHaveLength(7)
    const paged: string[] = []
    for (;;) {
      const query = { limit: '3', after: paged.at(-1) ?? '' }
      const { body } = await test.send(workspaces.list, { query }, { session: me.session })
      if (body.length === 0) break
      expect(body.length).toBeLessThanOrEqual(3)
      paged.push(...body.map(({ id }) => id))
    }
    expect(paged).toEqual(all)
  })

  it('returns only the token’s workspace to a caller with a token', async () => {
    const me = await makeSignedIn(test)
    const own = await makeWorkspace(test.database, me.user)
    const other = await makeWorkspace(test.database, me.user)
    for (const kind of ['api', 'instance'] as const) {
      const { token } = await issueToken(test, { userId: me.user.id, workspaceId: own.id, kind })
      for (const query of [{}, { limit: '10' }, { after: own.id }]) {
        const { body } = await test.send(workspaces.list, { query }, { bearer: token })
        expect(body.map(({ id }) => id)).toEqual([own.id])
      }
      const read = (workspaceId: string) =>
        test.send(workspaces.read, { params: { workspaceId } }, { bearer: token })
      expect((await read(own.id)).body.id).toBe(own.id)
      expect((await read(other.id)).errorType).toBe('NotFound')
    }
  })

  it('never contains a workspace’s secret', async () => {
    const me = await makeSignedIn(test)
    const { id, token } = await makeWorkspace(test.database, me.user)
    const read = await test.send(workspaces.read, { params: { workspaceId: id } }, { session: me.session })
    for (const body of [await list(me), read.body]) {
      expect(JSON.stringify(body)).not.toContain(token)
      expect(JSON.stringify(body)).not.toContain('"token"')
    }
  })
})

const signInFirst = 'portal/workspace/ID/go'
const notAMember = 'portal/not-a-member'

testOutcomes(test, workspaces, {
  list: {
    ...badCredentials,
    ...confined,
    ...pausedTokens,
    ...emailNeeded,
    unverifiedPersonsToken: '403 EmailNotVerified',
    allOthers: ok,
  },
  create: {
    ...sessionOnly,
    ...confined,
    ...termsNeeded,
    ...emailNeeded,
    manageToken: ok,
    manageTokenOfAnotherWorkspace: ok,
    allOthers: ok,
    body: { displayName: 'New', instanceUrl: 'http://localhost:8080' },
  },
  read: workspaceRead,
  readByToken: tokenRead,
  go: {
    ...replaced(sessionOnly, () => notAMember),
    ...replaced(badCredentials, () => signInFirst),
    quarantined: 'portal/quarantine-notice',
    suspended: 'portal/suspension-notice',
    neverTerms: 'portal/review-legal',
    oldTerms: 'portal/review-legal',
    unverified: 'portal/profile',
    stranger: notAMember,
    invited: notAMember,
    formerMember: notAMember,
    staff: notAMember,
    quarantinedWorkspaceSession: 'portal/not-a-member?reason=quarantined',
    deletedWorkspaceSession: notAMember,
    allOthers: 'http://localhost:8080/auth-connect',
  },
  confirmAddress: { ...workspaceWrite, allOthers: done, body: ({ instanceUrl }) => ({ instanceUrl }) },
  update: { ...workspaceWrite, ...ownerOnly(ok), ...managed(ok), body: { description: 'Changed' } },
  delete: { ...workspaceWrite, ...ownerOnly(ok), ...managed(ok), changesState: true },
  listDeleted: { ...sessionOnly, ...confined, ...emailNeeded, allOthers: ok },
  restore: {
    ...ownWrite,
    deletedWorkspaceSession: ok,
    // An earlier caller has restored the workspace, and this token was never revoked.
    deletedWorkspaceToken: '403 NotAllowed',
    allOthers: '404 NotFound',
    changesState: true,
  },
  setFavourite: {
    ...workspaceWrite,
    quarantinedWorkspaceSession: ok,
    allOthers: ok,
    body: { isFavourite: true },
  },
  setHidden: { ...workspaceWrite, quarantinedWorkspaceSession: ok, allOthers: ok, body: { isHidden: true } },
  setDefault: { ...workspaceWrite, ...ownerOnly(done) },
  setApprovals: { ...workspaceWrite, ...ownerOnly(ok), ...managed(ok), body: { approvalsEnabled: true } },
})
