import { staffSearch } from '@portal/contract/staff/search/search'
import { expect, it } from 'vitest'
import { useTestApp } from '../../../testing/build-test-app.ts'
import { makeUser, makeWorkspace } from '../../../testing/factories.ts'
import { issueToken } from '../../../testing/issue-token.ts'
import { makeSignedIn } from '../../../testing/make-signed-in.ts'
import { ok, staffRead } from '../../../testing/outcome-groups.ts'
import { testOutcomes } from '../../../testing/test-outcomes.ts'
import { staffRecords } from '../records/staff-record-table.ts'

const test = useTestApp()

async function makeSearch() {
  const me = await makeSignedIn(test, {
    email: 'sasha@systeminit.com',
    firstName: 'Sasha',
    lastName: 'Staff',
    nickname: 'sasha',
  })
  const search = async (text: string) =>
    (await test.send(staffSearch.search, { query: { text } }, { session: me.session })).body
  const people = async (text: string) => (await search(text)).people.map(({ email }) => email)
  const names = async (text: string) => (await search(text)).workspaces.map(({ displayName }) => displayName)
  return { me, search, people, names }
}

const person = (email: string, values: Parameters<typeof makeUser>[1] = {}) =>
  makeUser(test.database, { email, firstName: 'Pat', lastName: 'Person', nickname: 'pat', ...values })

it('The staff search finds people by the prefix of an address or name, in any case', async () => {
  const { people } = await makeSearch()
  await person('Ada.Lovelace@example.com', { firstName: 'Ada', lastName: 'Lovelace', nickname: 'countess' })
  await person('grace@example.com', { firstName: 'Grace', lastName: 'Hopper', nickname: 'amazing' })
  expect(await people('ADA.l')).toEqual(['Ada.Lovelace@example.com'])
  expect(await people('aDa')).toEqual(['Ada.Lovelace@example.com'])
  expect(await people('loveL')).toEqual(['Ada.Lovelace@example.com'])
  expect(await people('Count')).toEqual(['Ada.Lovelace@example.com'])
  expect(await people(' ada  love ')).toEqual(['Ada.Lovelace@example.com'])
  expect(await people('ada hopper')).toEqual([])
  expect(await people('lace')).toEqual([])
  expect((await people('gr')).concat(await people('hop'))).toEqual(['grace@example.com', 'grace@example.com'])
})

it('The staff search finds deleted accounts until they are erased', async () => {
  const { search } = await makeSearch()
  const deletedAt = new Date('2024-08-14T10:00:00Z')
  const { id } = await person('ada@example.com', { deletedAt })
  const erased = await person('', { firstName: null, lastName: null, nickname: null, deletedAt })
  for (const text of ['ada@', 'person', id])
    expect((await search(text)).people).toMatchObject([{ id, deletedAt: '2024-08-14T10:00:00.000Z' }])
  expect((await search(erased.id)).people).toEqual([])
})

it('The staff search finds names without the accents of the text', async () => {
  const { people } = await makeSearch()
  await person('plain@example.com', { firstName: 'Zoe' })
  await person('accented@example.com', { firstName: 'Zoë' })
  expect(await people('zoë')).toEqual(['accented@example.com', 'plain@example.com'])
  expect(await people('Zoe\u0308 pér')).toEqual(['plain@example.com'])
})

it('The staff search treats wildcards in the text literally', async () => {
  const { people, names } = await makeSearch()
  const owner = await person('a_b%c@example.com', { nickname: '100%' })
  await person('axbyc@example.com', { nickname: '1000' })
  await makeWorkspace(test.database, owner, { displayName: 'a_b\\c' })
  await makeWorkspace(test.database, owner, { displayName: 'axb\\c' })
  expect(await people('a_b')).toEqual(['a_b%c@example.com'])
  expect(await people('100%')).toEqual(['a_b%c@example.com'])
  expect(await people('%%')).toEqual([])
  expect(await people('__')).toEqual([])
  expect(await names('a_b\\')).toEqual(['a_b\\c'])
})

it('The staff search finds workspaces by name and id, but not deleted ones', async () => {
  const { search, names } = await makeSearch()
  const owner = await person('owner@example.com')
  const values = { displayName: 'Production', instanceUrl: 'https://app.systeminit.com' }
  const { id } = await makeWorkspace(test.database, owner, values)
  await makeWorkspace(test.database, owner, { displayName: 'Production too', deletedAt: new Date() })
  expect((await search('PROD')).workspaces).toEqual([{ id, ...values, ownerEmail: 'owner@example.com' }])
  expect(await names(id.toLowerCase())).toEqual(['Production'])
})

it('The staff search finds a person and a token by id', async () => {
  const { search } = await makeSearch()
  const owner = await person('owner@example.com')
  const workspace = await makeWorkspace(test.database, owner, { displayName: 'Production' })
  const facts = { userId: owner.id, workspaceId: workspace.id, kind: 'api' } as const
  const { id } = await issueToken(test, facts)
  const dead = await issueToken(test, { ...facts, revokedAt: new Date() })
  expect(await search(owner.id)).toEqual({
    people: [
      {
        id: owner.id,
        auth0Id: owner.auth0Id,
        email: 'owner@example.com',
        quarantinedAt: null,
        suspendedAt: null,
        firstName: 'Pat',
        lastName: 'Person',
        nickname: 'pat',
        deletedAt: null,
      },
    ],
    workspaces: [],
    tokens: [],
  })
  const found = await search(id)
  expect(found.tokens).toEqual([
    {
      id,
      name: 'Test token',
      kind: 'api',
      userId: owner.id,
      email: 'owner@example.com',
      workspaceId: workspace.id,
      workspaceName: 'Production',
      isActive: true,
    },
  ])
  expect((await search(dead.id)).tokens).toMatchObject([{ id: dead.id, isActive: false }])
  expect((await search('Test token')).tokens).toEqual([])
})

it('The staff search returns each match once and at most 20 of a kind', async () => {
  const { search } = await makeSearch()
  const owner = await person('pat@example.com')
  for (let at = 0; at < 24; at += 1) {
    await person(`pat-${at}@example.com`)
    await makeWorkspace(test.database, owner, { displayName: `Pat ${at}` })
  }
  const { people, workspaces } = await search('pat')
  expect([people.length, new Set(people.map(({ id }) => id)).size]).toEqual([20, 20])
  expect(workspaces).toHaveLength(20)
})

it('The staff search is recorded about each user that the result names, with the text', async () => {
  const { me, search } = await makeSearch()
  const found = await person('ada@example.com')
  await search(' ada@ ')
  const owner = await person('owner@example.com')
  await makeWorkspace(test.database, owner, { displayName: 'Zebra' })
  await search('zebra')
  await search('nobody at all')
  expect(await test.database.orm.select().from(staffRecords)).toMatchObject([
    {
      staffUserId: me.user.id,
      act: 'looked-up.search',
      aboutUserId: found.id,
      after: { text: 'ada@' },
      ipAddress: '127.0.0.1',
    },
    { act: 'looked-up.search', aboutUserId: owner.id, after: { text: 'zebra' } },
    { act: 'looked-up.search', aboutUserId: null, after: { text: 'nobody at all' } },
  ])
  const tooShort = await test.send(staffSearch.search, { query: { text: 'a' } }, { session: me.session })
  expect(tooShort.errorType).toBe('ValidationError')
  expect(await search('   ')).toEqual({ people: [], workspaces: [], tokens: [] })
})

testOutcomes(test, staffSearch, {
  listByEmail: { ...staffRead(ok), query: { email: 'somebody@example.com' } },
  search: { ...staffRead(ok), query: { text: 'somebody' } },
  readPerson: staffRead(ok),
  readWorkspace: staffRead(ok),
  readWorkspaceOwner: staffRead(ok),
})
