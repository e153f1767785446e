import { account } from '@portal/contract/account/account'
import { type ActivityAct, activity } from '@portal/contract/activity/activity'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeWorkspace } from '../../testing/factories.ts'
import { makeSignedIn } from '../../testing/make-signed-in.ts'
import { makeTeam, type Team } from '../../testing/make-team.ts'
import { ok, ownerRead } from '../../testing/outcome-groups.ts'
import { testOutcomes } from '../../testing/test-outcomes.ts'
import { waitForLock } from '../../testing/wait-for-lock.ts'
import { insertActivity, type NewActivity } from './activity-store.ts'

const test = useTestApp()

async function record(team: Team, facts: Partial<NewActivity>[]) {
  for (const [at, more] of facts.entries())
    await insertActivity(test.database.orm, {
      workspaceId: team.workspace.id,
      actorUserId: team.owner.user.id,
      act: 'member.invited',
      ipAddress: '203.0.113.7',
      at: new Date(1_700_000_000_000 + at * 1_000),
      ...more,
    })
}

const subjects = (list: { subject: string | null }[]) => list.map(({ subject }) => subject)

async function download(team: Team, query = '') {
  const response = await test.app.inject({
    url: `/workspace/${team.workspace.id}/activity.csv${query}`,
    headers: test.headersOf(team.owner),
  })
  return { response, lines: response.payload.split('\r\n') }
}

describe('The activity list', () => {
  it('returns who did what, when and from where, newest first', async () => {
    const team = await makeTeam(test)
    await record(team, [{ subject: 'first' }, { subject: 'second', actorUserId: null, ipAddress: null }])
    const { body } = await test.send(activity.list, { params: team.params }, team.owner)
    expect(subjects(body)).toEqual(['second', 'first'])
    expect(body[0]?.actor).toEqual({
      userId: null,
      firstName: null,
      lastName: null,
      email: null,
      serviceAccount: null,
      tokenName: null,
    })
    expect(body[1]).toMatchObject({
      at: '2023-11-14T22:13:20.000Z',
      act: 'member.invited',
      actor: { userId: team.owner.user.id, firstName: 'Olga', email: 'owner@example.com' },
      ipAddress: '203.0.113.7',
    })
  })

  it('filters by action, and searches subject, name and address literally', async () => {
    const team = await makeTeam(test)
    await record(team, [
      { subject: '100% sure' },
      { subject: '100 times', act: 'token.created' },
      { subject: 'a_b\\c', actorUserId: team.editor.user.id },
    ])
    const found = async (query: object) =>
      subjects((await test.send(activity.list, { params: team.params, query }, team.owner)).body)
    expect(await found({ act: 'token.created' })).toEqual(['100 times'])
    expect(await found({ search: '100%' })).toEqual(['100% sure'])
    expect(await found({ search: 'A_B\\' })).toEqual(['a_b\\c'])
    expect(await found({ search: 'a%c' })).toEqual([])
    expect(await found({ search: 'olga owner' })).toEqual(['100 times', '100% sure'])
    expect(await found({ search: ' EDITOR@ ' })).toEqual(['a_b\\c'])
    expect(await found({ search: 'olga', act: 'member.invited' })).toEqual(['100% sure'])
    expect(await found({ search: '' })).toHaveLength(3)
  })

  it('returns 100 rows by default and pages by key', async () => {
    const team = await makeTeam(test)
    await record(
      team,
      Array.from({ length: 103 }, (_, at) => ({ subject: `act ${at}` })),
    )
    const { params } = team
    const first = (await test.send(activity.list, { params }, team.owner)).body
    expect(first).toHaveLength(100)
    const query = { after: first.at(-1)?.id }
    const rest = (await test.send(activity.list, { params, query }, team.owner)).body
    expect(subjects(rest)).toEqual(['act 2', 'act 1', 'act 0'])
    const two = await test.send(activity.list, { params, query: { limit: '2' } }, team.owner)
    expect(two.body).toHaveLength(2)
  })

  it('leaves out events that only a newer release knows, without shortening the page', async () => {
    const team = await makeTeam(test)
    const unknown = { subject: 'new', act: 'label.added' as ActivityAct }
    await record(team, [{ subject: 'oldest' }, { subject: 'older' }, unknown, { subject: 'old' }, unknown])
    const query = { limit: '3' }
    const { status, body } = await test.send(activity.list, { params: team.params, query }, team.owner)
    expect(status).toBe(200)
    expect(subjects(body)).toEqual(['old', 'older', 'oldest'])
  })

  it('searches and filters the latest 100,000 events', async () => {
    const team = await makeTeam(test)
    await test.database.orm.execute(sql`
      insert into workspace_activity (id, workspace_id, act, subject, at)
      select lpad(number::text, 26, '0'), ${team.workspace.id},
        case when number in (1, 2, 100001) then 'token.revoked' else 'token.created' end,
        case when number in (1, 2, 100001) then 'rare ' else 'common ' end || number, now()
      from generate_series(1, 100001) number`)
    const find = async (query: object) =>
      subjects((await test.send(activity.list, { params: team.params, query }, team.owner)).body)
    expect(await find({ search: 'rare' })).toEqual(['rare 100001', 'rare 2'])
    expect(await find({ act: 'token.revoked' })).toEqual(['rare 100001', 'rare 2'])
    expect(await find({ search: 'rare', after: '100001'.padStart(26, '0') })).toEqual(['rare 2'])
    expect(await find({ search: 'none has this' })).toEqual([])
    expect(await find({ after: '2'.padStart(26, '0') })).toEqual(['rare 1'])
  })

  it('lets another account write while one account runs 32 slow searches', async () => {
    const { owner, params } = await makeTeam(test)
    const other = await makeSignedIn(test)
    const input = { params, query: { search: 'x' } }
    const searches = await test.database.upkeep.transaction(async (tx) => {
      // Every search waits for this lock.
      await tx.execute(sql`lock table workspace_activity`)
      const sent = Array.from({ length: 32 }, () => test.send(activity.list, input, owner))
      await waitForLock(test.database)
      const change = { params: { userId: other.user.id }, body: { firstName: 'Grace' } }
      expect((await test.send(account.update, change, other)).status).toBe(200)
      return sent
    })
    await Promise.all(searches)
  })

  it('is available only to the owner of the workspace', async () => {
    const team = await makeTeam(test)
    await record(team, [{ subject: 'secret' }])
    for (const person of [team.approver, team.editor])
      expect((await test.send(activity.list, { params: team.params }, person)).errorType).toBe('NotAllowed')
    const other = await makeSignedIn(test)
    const elsewhere = await makeWorkspace(test.database, other.user)
    const { body } = await test.send(activity.list, { params: { workspaceId: elsewhere.id } }, other)
    expect(body).toEqual([])
    expect((await test.send(activity.list, { params: team.params }, other)).status).toBe(404)
  })
})

describe('The activity download', () => {
  it('is a CSV file in which no cell is a formula', async () => {
    const team = await makeTeam(test)
    const dangerous = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', 'a "quoted", cell', 'fine=1']
    await record(
      team,
      dangerous.map((subject) => ({ subject })),
    )
    const { response } = await download(team)
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(response.headers['content-disposition']).toBe(
      `attachment; filename="activity-${team.workspace.id}.csv"`,
    )
    for (const cell of [`"'=1+1"`, `"'+1"`, `"'-1"`, `"'@SUM(A1)"`, `"'\tx"`, `"'\rx"`])
      expect(response.payload).toContain(`,${cell},`)
    expect(response.payload).toContain(',"a ""quoted"", cell",')
    expect(response.payload).toContain(',"fine=1",')
  })

  it('contains every row of a long history that matches the filter', async () => {
    const team = await makeTeam(test)
    const at = new Date()
    await test.database.transaction(async (tx) => {
      for (let row = 0; row < 2_005; row += 1)
        await insertActivity(tx, {
          workspaceId: team.workspace.id,
          actorUserId: null,
          act: row % 5 === 0 ? 'token.created' : 'token.revoked',
          subject: `row ${row}`,
          ipAddress: null,
          at,
        })
    })
    const all = await download(team)
    expect(all.lines).toHaveLength(2_005 + 2)
    expect(new Set(all.lines).size).toBe(2_005 + 2)
    const some = await download(team, '?act=token.created')
    expect(some.lines).toHaveLength(401 + 2)
  })
})

testOutcomes(test, activity, {
  list: { ...ownerRead, quarantinedWorkspaceSession: ok },
  download: { ...ownerRead, quarantinedWorkspaceSession: ok },
})
