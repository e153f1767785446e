import { staffReports } from '@portal/contract/staff/reports/reports'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../../testing/build-test-app.ts'
import { makeUser } from '../../../testing/factories.ts'
import { makeSignedIn, type SignedIn } from '../../../testing/make-signed-in.ts'
import { ok, staffRead } from '../../../testing/outcome-groups.ts'
import { testOutcomes } from '../../../testing/test-outcomes.ts'
import { staffRecords } from '../records/staff-record-table.ts'

const test = useTestApp()

/** Staff who did not sign up on any of the reported days. */
const makeStaff = () =>
  makeSignedIn(test, { email: 'sasha@systeminit.com', signupAt: new Date('2020-01-01T00:00:00Z') })

const week = { startDate: '2024-08-12', endDate: '2024-08-18' }
const signedUp = (at: string, values: Parameters<typeof makeUser>[1] = {}) =>
  makeUser(test.database, { signupAt: new Date(at), ...values })
const report = (
  me: SignedIn,
  query: { startDate: string; endDate: string; limit?: string; after?: string },
) => test.send(staffReports.signupReport, { query }, { session: me.session })
const summary = (me: SignedIn, query: { startDate: string; endDate: string }) =>
  test.send(staffReports.signupSummary, { query }, { session: me.session })
const download = (me: SignedIn, query: { startDate: string; endDate: string }) =>
  test.app.inject({ url: '/users/report.csv', query, headers: test.headersOf({ session: me.session }) })
const emails = (rows: { email: string }[]) => rows.map(({ email }) => email)

/** Many accounts, three of them in the same millisecond. */
const fill = (count: number) =>
  test.database.orm.execute(sql`
    insert into users (id, email, email_key, auth0_id, signup_at)
    select 'N' || lpad(n::text, 25, '0'), 'n' || n || '@example.com', 'n' || n || '@example.com', 'github|' || n,
      '2024-08-14T00:00:00Z'::timestamptz + (n / 3) * interval '1 ms'
    from generate_series(1, ${count}::int) n`)

describe('The signup report', () => {
  it('lists who signed up, earliest first, with the part of the sign-in id before the bar as the method', async () => {
    const staff = await makeStaff()
    await signedUp('2024-08-15T09:00:00Z', {
      email: 'second@example.com',
      auth0Id: null,
      firstName: null,
      lastName: null,
    })
    await signedUp('2024-08-14T09:00:00.123Z', {
      email: 'first@example.com',
      auth0Id: 'google-oauth2|1|2',
      firstName: 'Ada',
      lastName: 'Bell',
      discordUsername: 'ada#1234',
      githubUsername: 'ada',
    })
    await signedUp('2024-08-14T10:00:00Z', { deletedAt: new Date() })
    expect((await report(staff, week)).body).toEqual([
      {
        firstName: 'Ada',
        lastName: 'Bell',
        email: 'first@example.com',
        signupMethod: 'google-oauth2',
        discordUsername: 'ada#1234',
        githubUsername: 'ada',
        signupAt: '2024-08-14T09:00:00.123Z',
      },
      {
        firstName: null,
        lastName: null,
        email: 'second@example.com',
        signupMethod: null,
        discordUsername: null,
        githubUsername: null,
        signupAt: '2024-08-15T09:00:00.000Z',
      },
    ])
  })

  it('covers whole days in UTC, including the first and the last millisecond', async () => {
    const staff = await makeStaff()
    await signedUp('2024-08-11T23:59:59.999Z', { email: 'before@example.com' })
    await signedUp('2024-08-12T00:00:00.000Z', { email: 'first@example.com' })
    await signedUp('2024-08-18T23:59:59.999Z', { email: 'last@example.com' })
    await signedUp('2024-08-19T00:00:00.000Z', { email: 'after@example.com' })
    expect(emails((await report(staff, week)).body)).toEqual(['first@example.com', 'last@example.com'])
    const lines = (await download(staff, week)).payload.split('\r\n')
    expect(lines.map((line) => line.split(',')[2])).toEqual([
      '"Email"',
      '"first@example.com"',
      '"last@example.com"',
      undefined,
    ])
    const { body } = await summary(staff, week)
    expect([body.total, body.byDay[0], body.byDay.at(-1)]).toEqual([
      2,
      { day: '2024-08-12', count: 1 },
      { day: '2024-08-18', count: 1 },
    ])
    const day = { startDate: '2024-08-12', endDate: '2024-08-12' }
    expect(emails((await report(staff, day)).body)).toEqual(['first@example.com'])
  })

  it('contains each of many accounts exactly once', async () => {
    const staff = await makeStaff()
    await fill(2_500)
    const { body } = await report(staff, week)
    expect(new Set(emails(body)).size).toBe(2_500)
    expect(body).toHaveLength(2_500)
    expect(body.map(({ signupAt }) => signupAt)).toEqual(body.map(({ signupAt }) => signupAt).sort())
  })

  it('pages by the date and address of the last row, even if that row no longer exists', async () => {
    const staff = await makeStaff()
    await fill(10)
    const whole = (await report(staff, week)).body
    const read: typeof whole = []
    let page = (await report(staff, { ...week, limit: '4' })).body
    while (page.length > 0) {
      read.push(...page)
      const last = page.at(-1)
      page = (await report(staff, { ...week, limit: '4', after: `${last?.signupAt},${last?.email}` })).body
    }
    expect(read).toEqual(whole)
    const rest = await report(staff, { ...week, after: `${whole[0]?.signupAt},gone@example.com` })
    expect(rest.body).toEqual(whole.filter(({ signupAt }) => signupAt > (whole[0]?.signupAt ?? '')))
    expect((await report(staff, { ...week, after: 'n1@example.com' })).errorType).toBe('ValidationError')
  })

  it('is recorded with its days and without a user before the response is sent', async () => {
    const staff = await makeStaff()
    await report(staff, week)
    test.clockOffsetMs = 1_000
    await download(staff, week)
    const records = await test.database.orm.select().from(staffRecords).orderBy(staffRecords.id)
    const record = {
      staffUserId: staff.user.id,
      act: 'looked-up.signup-report',
      aboutUserId: null,
      ipAddress: '127.0.0.1',
    }
    expect(records).toMatchObject([
      { ...record, after: { ...week, as: 'list' } },
      { ...record, after: { ...week, as: 'download' } },
    ])
  })

  it('accepts ISO timestamps and uses their UTC day', async () => {
    const staff = await makeStaff()
    await signedUp('2024-08-13T23:59:59Z', { email: 'before@example.com' })
    await signedUp('2024-08-14T00:00:00Z', { email: 'first@example.com' })
    await signedUp('2024-08-15T23:59:59Z', { email: 'last@example.com' })
    await signedUp('2024-08-16T00:00:00Z', { email: 'behind@example.com' })
    const days = { startDate: '2024-08-14T17:30:00.000Z', endDate: '2024-08-14T20:00:00-05:00' }
    expect(emails((await report(staff, days)).body)).toEqual(['first@example.com', 'last@example.com'])
    expect((await summary(staff, days)).body.byDay.map(({ day }) => day)).toEqual([
      '2024-08-14',
      '2024-08-15',
    ])
    const file = await download(staff, days)
    expect(file.headers['content-disposition']).toContain('signups-2024-08-14-to-2024-08-15.csv')
    const [record] = await test.database.orm.select().from(staffRecords)
    expect(record?.after).toEqual({ startDate: '2024-08-14', endDate: '2024-08-15', as: 'list' })
  })

  it('refuses invalid days and an end before the start', async () => {
    const staff = await makeStaff()
    const bad = [
      ['2024-02-30', '2024-03-01'],
      ['2024-8-1', '2024-08-02'],
      ['', '2024-08-02'],
      ['2024-08-02', '2024-08-02T25:00:00Z'],
    ]
    for (const [startDate = '', endDate = ''] of bad)
      expect((await report(staff, { startDate, endDate })).errorType).toBe('ValidationError')
    const backwards = { startDate: '2024-08-02', endDate: '2024-08-01' }
    for (const refused of [await report(staff, backwards), await summary(staff, backwards)])
      expect(refused.error?.issues?.[0]?.path).toBe('endDate')
    expect((await download(staff, backwards)).statusCode).toBe(400)
    expect(await test.database.orm.select().from(staffRecords)).toEqual([])
  })

  it('accepts every year from 0000 to 9999', async () => {
    const staff = await makeStaff()
    await signedUp('2024-08-14T00:00:00Z', { email: 'one@example.com' })
    const always = { startDate: '0000-01-01', endDate: '9999-12-31' }
    expect((await report(staff, always)).body).toHaveLength(2)
    expect((await report(staff, { startDate: '9999-12-31', endDate: '9999-12-31' })).body).toEqual([])
    expect((await report(staff, { startDate: '0000-01-01', endDate: '0000-01-01' })).body).toEqual([])
  })
})

describe('The signup summary', () => {
  it('is recorded with its days, at most once an hour', async () => {
    const staff = await makeStaff()
    for (let time = 0; time < 2; time += 1) await summary(staff, week)
    const records = await test.database.orm.select().from(staffRecords)
    expect(records).toMatchObject([
      { act: 'looked-up.signup-report', aboutUserId: null, after: { ...week, as: 'summary' } },
    ])
  })

  it('counts in total, by method and by day, including days without signups', async () => {
    const staff = await makeStaff()
    await signedUp('2024-08-12T09:00:00Z', { auth0Id: 'github|1' })
    await signedUp('2024-08-12T23:00:00Z', { auth0Id: 'auth0|2' })
    await signedUp('2024-08-14T09:00:00Z', { auth0Id: 'auth0|3' })
    await signedUp('2024-08-14T09:00:00Z', { auth0Id: null })
    await signedUp('2024-08-14T09:00:00Z', { deletedAt: new Date() })
    expect((await summary(staff, { startDate: '2024-08-12', endDate: '2024-08-15' })).body).toEqual({
      total: 4,
      byMethod: [
        { signupMethod: 'auth0', count: 2 },
        { signupMethod: null, count: 1 },
        { signupMethod: 'github', count: 1 },
      ],
      byDay: [
        { day: '2024-08-12', count: 2 },
        { day: '2024-08-13', count: 0 },
        { day: '2024-08-14', count: 2 },
        { day: '2024-08-15', count: 0 },
      ],
    })
  })

  it('covers at most 731 days', async () => {
    const staff = await makeStaff()
    const most = await summary(staff, { startDate: '2023-01-01', endDate: '2024-12-31' })
    expect(most.body.byDay).toHaveLength(731)
    const recorded = await test.database.orm.$count(staffRecords)
    const more = await summary(staff, { startDate: '2023-01-01', endDate: '2025-01-01' })
    expect(await test.database.orm.$count(staffRecords)).toBe(recorded)
    expect(more.error?.issues?.[0]?.path).toBe('endDate')
  })
})

describe('The signup download', () => {
  it('is a CSV file named after its days, in which no cell is a formula', async () => {
    const staff = await makeStaff()
    await signedUp('2024-08-14T09:00:00Z', {
      firstName: '=1+1',
      lastName: 'A "quoted", name',
      email: '+x@example.com',
      discordUsername: '@SUM(A1)',
      githubUsername: '-1',
      auth0Id: 'auth0|1',
    })
    const response = await download(staff, week)
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(response.headers['content-disposition']).toBe(
      'attachment; filename="signups-2024-08-12-to-2024-08-18.csv"',
    )
    expect(response.payload).toBe(
      '"First name","Last name","Email","Signup method","Discord","GitHub","Signup date"\r\n' +
        `"'=1+1","A ""quoted"", name","'+x@example.com","auth0","'@SUM(A1)","'-1","2024-08-14T09:00:00.000Z"\r\n`,
    )
  })

  it('contains every row', async () => {
    const staff = await makeStaff()
    await fill(3_001)
    const lines = (await download(staff, week)).payload.split('\r\n')
    expect(lines).toHaveLength(3_001 + 2)
    expect(new Set(lines).size).toBe(3_001 + 2)
  })
})

const days = { startDate: '2024-08-12', endDate: '2024-08-18' }

testOutcomes(test, staffReports, {
  signupReport: { ...staffRead(ok), query: days },
  signupSummary: { ...staffRead(ok), query: days },
  signupDownload: { ...staffRead(ok), query: days },
})
