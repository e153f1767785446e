import type { ActivityAct } from '@portal/contract/activity/activity'
import { events } from '@portal/contract/events/events'
import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { tokens } from '@portal/contract/tokens/tokens'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeWorkspace } from '../../testing/factories.ts'
import { makeTeam, type Team } from '../../testing/make-team.ts'
import { ok, ownerRead } from '../../testing/outcome-groups.ts'
import { testOutcomes } from '../../testing/test-outcomes.ts'
import { users } from '../account/user-table.ts'
import { insertActivity, type NewActivity } from '../activity/activity-store.ts'

const test = useTestApp()

const rowOf = (team: Team, subject: string, more: Partial<NewActivity> = {}): NewActivity => ({
  workspaceId: team.workspace.id,
  actorUserId: team.owner.user.id,
  act: 'member.invited',
  subject,
  ipAddress: '203.0.113.7',
  at: new Date(),
  ...more,
})

const record = (team: Team, subject: string, more: Partial<NewActivity> = {}) =>
  insertActivity(test.database.orm, rowOf(team, subject, more))

async function read(team: Team, query: { after?: string | undefined; limit?: string } = {}) {
  const { body } = await test.send(events.list, { params: team.params, query }, team.owner)
  return { ...body, subjects: body.events.map(({ subject }) => subject) }
}

describe('events.list', () => {
  it('returns who did what, when and from where, oldest first', async () => {
    const team = await makeTeam(test)
    const { params } = team
    await record(team, 'first', { at: new Date(1_700_000_000_000), actorTokenName: 'Nightly deploy' })
    const created = await test.send(
      serviceAccounts.create,
      { params, body: { name: 'Pipeline' } },
      team.owner,
    )
    const account = created.body.serviceAccount
    const withoutUser = { actorUserId: null, ipAddress: null }
    await record(team, 'second', { ...withoutUser, actorServiceAccountId: account.id })
    await record(team, 'third', withoutUser)
    await record(team, 'fourth', { ...withoutUser, isAutomatic: true })
    const { events: all } = await read(team)
    expect(all[0]).toEqual({
      id: expect.any(String),
      type: 'member.invited',
      at: '2023-11-14T22:13:20.000Z',
      actor: { kind: 'user', id: team.owner.user.id, name: 'Olga Owner' },
      subject: 'first',
      data: { ipAddress: '203.0.113.7', tokenName: 'Nightly deploy' },
    })
    expect(all.map(({ actor }) => actor).slice(2)).toEqual([
      { kind: 'service-account', id: account.id, name: 'Pipeline' },
      { kind: 'staff', id: null, name: null },
      { kind: 'system', id: null, name: null },
    ])
  })

  it('returns no name of an actor whose account was erased', async () => {
    const team = await makeTeam(test)
    const { id } = team.editor.user
    await record(team, 'first', { actorUserId: id })
    const empty = { firstName: null, lastName: null, email: '' }
    await test.database.orm.update(users).set(empty).where(eq(users.id, id))
    expect((await read(team)).events[0]?.actor).toEqual({ kind: 'user', id, name: null })
  })

  it('continues after `next`, which stays the same until there is a newer event', async () => {
    const team = await makeTeam(test)
    expect(await read(team)).toMatchObject({ events: [], next: null })
    for (const subject of ['1', '2', '3']) await record(team, subject)
    const first = await read(team, { limit: '2' })
    expect(first.subjects).toEqual(['1', '2'])
    const second = await read(team, { after: first.next ?? '' })
    expect(second.subjects).toEqual(['3'])
    expect(await read(team, { after: second.next ?? '' })).toMatchObject({ events: [], next: second.next })
    await record(team, '4')
    expect((await read(team, { after: second.next ?? '' })).subjects).toEqual(['4'])
  })

  it('returns an event after those that were read before its transaction committed', async () => {
    const team = await makeTeam(test)
    const before = await test.database.transaction(async (tx) => {
      await insertActivity(tx, rowOf(team, 'slow'))
      await record(team, 'fast')
      return read(team)
    })
    expect(before.subjects).toEqual(['fast'])
    expect((await read(team, { after: before.next ?? '' })).subjects).toEqual(['slow'])
    expect((await read(team)).subjects).toEqual(['fast', 'slow'])
  })

  it('returns only where the events end for `latest`, from which later ones follow', async () => {
    const team = await makeTeam(test)
    expect(await read(team, { after: 'latest' })).toMatchObject({ events: [], next: null })
    // More than one read numbers.
    await test.database.orm.execute(sql`
      insert into workspace_activity (id, workspace_id, act, at)
      select lpad(number::text, 26, '0'), ${team.workspace.id}, 'member.left', now() from generate_series(1, 10001) number`)
    const { events: none, next } = await read(team, { after: 'latest' })
    expect([none, next]).toEqual([[], '10001'.padStart(26, '0')])
    await record(team, 'later')
    expect((await read(team, { after: next ?? '' })).subjects).toEqual(['later'])
  })

  it('gives concurrent readers the same order', async () => {
    const team = await makeTeam(test)
    for (let made = 0; made < 20; made += 1) await record(team, `${made}`)
    const reads = await Promise.all(Array.from({ length: 10 }, () => read(team)))
    for (const { subjects } of reads) expect(subjects).toEqual(Array.from({ length: 20 }, (_, at) => `${at}`))
  })

  it('includes types that only a newer release knows', async () => {
    const team = await makeTeam(test)
    await record(team, 'new', { act: 'label.added' as ActivityAct })
    expect((await read(team)).events[0]?.type).toBe('label.added')
  })

  it('refuses the token of a service account, although it acts with the role of the owner', async () => {
    const team = await makeTeam(test)
    const { params } = team
    const bot = await test.send(serviceAccounts.create, { params, body: { name: 'Pipeline' } }, team.approver)
    const { id: serviceAccountId } = bot.body.serviceAccount
    const body = { name: 'Deploy', expiration: '1d', serviceAccountId }
    const created = await test.send(tokens.create, { params, body }, team.approver)
    const { status, errorType } = await test.send(events.list, { params }, { bearer: created.body.token })
    expect([status, errorType]).toEqual([403, 'NotAllowed'])
  })

  it('refuses `after` with anything but the id of an event of the workspace that was read', async () => {
    const team = await makeTeam(test)
    const elsewhere = await makeWorkspace(test.database, team.owner.user)
    await record({ ...team, workspace: elsewhere }, 'elsewhere')
    const { next } = await read({ ...team, params: { workspaceId: elsewhere.id } })
    for (const after of [next ?? '', '01JBW6AV7P3Q9R5S1T7V2W8X4Y', 'x'])
      expect(
        (await test.send(events.list, { params: team.params, query: { after } }, team.owner)).errorType,
      ).toBe('ValidationError')
  })
})

testOutcomes(test, events, {
  list: {
    ...ownerRead,
    apiToken: ok,
    apiTokenOfAnotherWorkspace: '404 NotFound',
    manageToken: ok,
    manageTokenOfAnotherWorkspace: '404 NotFound',
    quarantinedWorkspaceSession: ok,
  },
})
