import { account } from '@portal/contract/account/account'
import { hourMs, minuteMs } from '@portal/contract/durations'
import { staffPauses } from '@portal/contract/staff/pauses/pauses'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../../testing/build-test-app.ts'
import { makeUser, makeWorkspace } from '../../../testing/factories.ts'
import { issueToken } from '../../../testing/issue-token.ts'
import { makeSignedIn, type SignedIn } from '../../../testing/make-signed-in.ts'
import { users } from '../../account/user-table.ts'
import { staffRecords } from '../records/staff-record-table.ts'

const test = useTestApp()
const makeStaff = (email = 'sasha@systeminit.com') => makeSignedIn(test, { email })

interface Terms {
  reason?: string | null
  until?: string | null
}
const quarantine = (me: SignedIn, userId: string, isQuarantined: boolean, terms: Terms = {}) =>
  test.send(
    staffPauses.setUserQuarantine,
    { params: { userId }, body: { isQuarantined, ...terms } },
    { session: me.session },
  )
const suspend = (me: SignedIn, userId: string, isSuspended: boolean, terms: Terms = {}) =>
  test.send(
    staffPauses.setUserSuspension,
    { params: { userId }, body: { isSuspended, ...terms } },
    { session: me.session },
  )
const subjectsTo = (address: string) => test.jobs.mailsTo(address).map(({ subject }) => subject)
const records = () => test.database.orm.select().from(staffRecords).orderBy(staffRecords.id)
const rowOf = async (userId: string) => {
  const [row] = await test.database.orm.select().from(users).where(eq(users.id, userId))
  return row
}

describe('An account pause', () => {
  it.each([
    ['quarantine', quarantine, 'AccountQuarantined', 'quarantinedAt'],
    ['suspension', suspend, 'AccountSuspended', 'suspendedAt'],
  ] as const)(
    'by %s restricts sessions and refuses tokens while it lasts, and ends neither',
    async (_, set, type, column) => {
      const staff = await makeStaff()
      const person = await makeSignedIn(test)
      const workspace = await makeWorkspace(test.database, person.user)
      const facts = { userId: person.user.id, workspaceId: workspace.id, kind: 'api' } as const
      const { token } = await issueToken(test, facts)
      const paused = await set(staff, person.user.id, true)
      expect(paused.body.user).toMatchObject({ id: person.user.id, [column]: expect.any(String) })
      const session = { session: person.session }
      expect((await test.send(workspaces.list, {}, session)).errorType).toBe(type)
      expect((await test.send(account.whoami, {}, session)).body.user[column]).not.toBeNull()
      expect((await test.send(workspaces.list, {}, { bearer: token })).errorType).toBe(type)
      expect((await set(staff, person.user.id, false)).body.user[column]).toBeNull()
      expect((await test.send(workspaces.list, {}, session)).status).toBe(200)
      expect((await test.send(workspaces.list, {}, { bearer: token })).status).toBe(200)
    },
  )

  it.each([
    ['quarantine', quarantine, 'quarantineReason', 'suspensionReason'],
    ['suspension', suspend, 'suspensionReason', 'quarantineReason'],
  ] as const)(
    'by %s shows its reason to the paused user in GET /whoami until it ends',
    async (_, set, own, other) => {
      const staff = await makeStaff()
      const person = await makeSignedIn(test)
      const readUser = async () =>
        (await test.send(account.whoami, {}, { session: person.session })).body.user
      await set(staff, person.user.id, true)
      expect(await readUser()).toMatchObject({ [own]: null, [other]: null })
      await set(staff, person.user.id, true, { reason: ' Invoice 7 came back. ' })
      expect(await readUser()).toMatchObject({ [own]: 'Invoice 7 came back.', [other]: null })
      await set(staff, person.user.id, false, { reason: 'Paid' })
      expect(await readUser()).toMatchObject({ [own]: null, [other]: null })
    },
  )

  it('sends no mail to an address that is not verified', async () => {
    const staff = await makeStaff()
    const { id, email } = await makeUser(test.database, { emailVerified: false })
    expect((await quarantine(staff, id, true)).status).toBe(200)
    expect(subjectsTo(email)).toEqual([])
  })

  it('sends the user a mail when it begins and when it ends, and none when nothing changes', async () => {
    const staff = await makeStaff()
    const { id, email } = await makeUser(test.database)
    await quarantine(staff, id, false)
    await quarantine(staff, id, true)
    await quarantine(staff, id, true)
    await suspend(staff, id, true)
    await quarantine(staff, id, false)
    await suspend(staff, id, false)
    expect(subjectsTo(email)).toEqual([
      'Your System Initiative account is quarantined',
      'Your System Initiative account is paused',
      'Your System Initiative account is no longer quarantined but is still paused',
      'Your System Initiative account is active again',
    ])
  })

  it('that staff set is ended by support, and one for an unpaid invoice by the payment, according to the mails', async () => {
    const staff = await makeStaff()
    const lastTextTo = (address: string) => test.jobs.mailsTo(address).at(-1)?.text
    const bySupport =
      'To have your account reactivated, pay what is due or update your payment details, then write to support@systeminit.com.'
    const byPayment = 'Your account is reactivated automatically as soon as every overdue invoice is paid.'
    const suspendedAt = new Date()
    const unpaid = await makeUser(test.database, { suspendedAt, isSuspendedUnpaid: true })
    await quarantine(staff, unpaid.id, true)
    await quarantine(staff, unpaid.id, false)
    expect(lastTextTo(unpaid.email)).toContain(byPayment)
    await suspend(staff, unpaid.id, true, { until: '2099-03-01T15:30:00Z' })
    expect(lastTextTo(unpaid.email)).toContain(bySupport)
    const { id, email } = await makeUser(test.database, { suspendedAt, quarantinedAt: suspendedAt })
    await quarantine(staff, id, false)
    expect(lastTextTo(email)).toContain(bySupport)
  })

  it('keeps its first date and leaves the other pause unchanged', async () => {
    const staff = await makeStaff()
    const { id } = await makeUser(test.database)
    const first = (await quarantine(staff, id, true)).body.user
    test.clockOffsetMs = hourMs
    expect((await quarantine(staff, id, true)).body.user).toEqual(first)
    const both = (await suspend(staff, id, true)).body.user
    expect(both.quarantinedAt).toBe(first.quarantinedAt)
    expect(both.suspendedAt).not.toBe(first.quarantinedAt)
  })

  it('is recorded with who, on whom, before, after and why', async () => {
    const staff = await makeStaff()
    const { id } = await makeUser(test.database)
    const { quarantinedAt } = (await quarantine(staff, id, true, { reason: ' Spam ' })).body.user
    test.clockOffsetMs = 1_000
    await quarantine(staff, id, false)
    expect(await records()).toMatchObject([
      {
        staffUserId: staff.user.id,
        act: 'person.quarantined',
        aboutUserId: id,
        before: { quarantinedAt: null },
        after: { quarantinedAt },
        reason: 'Spam',
        ipAddress: '127.0.0.1',
      },
      {
        act: 'person.unquarantined',
        before: { quarantinedAt },
        after: { quarantinedAt: null },
        reason: null,
      },
    ])
  })

  it('is refused for oneself, for an unknown or deleted account, and to callers who are not staff', async () => {
    const staff = await makeStaff()
    const person = await makeSignedIn(test)
    const gone = await makeUser(test.database, { deletedAt: new Date() })
    for (const set of [quarantine, suspend]) {
      expect((await set(staff, staff.user.id, true)).errorType).toBe('Conflict')
      expect((await set(staff, 'nobody', true)).errorType).toBe('NotFound')
      expect((await set(staff, gone.id, true)).errorType).toBe('NotFound')
      expect((await set(person, person.user.id, true)).errorType).toBe('NotStaff')
    }
    const unverified = await makeSignedIn(test, { email: 'other@systeminit.com', emailVerified: false })
    expect((await quarantine(unverified, person.user.id, true)).errorType).toBe('EmailNotVerified')
    expect(await records()).toEqual([])
    expect(test.jobs.sent).toEqual([])
  })
})

describe('The reason and end of an account pause', () => {
  const inHours = (hours: number) => new Date(test.now().getTime() + hours * hourMs).toISOString()

  it.each([
    ['quarantine', quarantine, ['quarantineReason', 'quarantinedUntil', 'quarantinedByUserId']],
    ['suspension', suspend, ['suspensionReason', 'suspendedUntil', 'suspendedByUserId']],
  ] as const)('are stored with the %s, sent by mail, and cleared when it ends', async (_, set, columns) => {
    const [reasonColumn, untilColumn, byColumn] = columns
    const staff = await makeStaff()
    const { id, email } = await makeUser(test.database)
    const until = '2099-03-01T15:30:00+02:00'
    await set(staff, id, true, { reason: ' Mining  coins ', until })
    expect(await rowOf(id)).toMatchObject({
      [reasonColumn]: 'Mining  coins',
      [untilColumn]: new Date(until),
      [byColumn]: staff.user.id,
    })
    const [mail] = test.jobs.mailsTo(email)
    expect(mail?.text).toContain('Reason: Mining')
    expect(mail?.text).toContain('The pause ends automatically on March 1, 2099 at 1:30 PM UTC.')
    await set(staff, id, false, { reason: ' A false alarm ' })
    expect(await rowOf(id)).toMatchObject({ [reasonColumn]: null, [untilColumn]: null, [byColumn]: null })
    expect(test.jobs.mailsTo(email).at(-1)?.text).toContain(': A false alarm\n')
  })

  it('change only when sent, whichever staff member repeats the pause', async () => {
    const [sasha, robin] = [await makeStaff(), await makeStaff('robin@systeminit.com')]
    const { id, email } = await makeUser(test.database)
    const until = inHours(2)
    const first = (await quarantine(sasha, id, true, { reason: 'Spam', until })).body.user
    test.clockOffsetMs = minuteMs
    expect((await quarantine(robin, id, true)).body.user).toEqual(first)
    expect(await rowOf(id)).toMatchObject({
      quarantineReason: 'Spam',
      quarantinedUntil: new Date(until),
      quarantinedByUserId: robin.user.id,
    })
    const later = inHours(5)
    await quarantine(sasha, id, true, { reason: 'Fraud', until: later })
    expect(await rowOf(id)).toMatchObject({
      quarantinedAt: new Date(first.quarantinedAt ?? ''),
      quarantineReason: 'Fraud',
      quarantinedUntil: new Date(later),
    })
    await quarantine(sasha, id, true, { reason: null, until: null })
    expect(await rowOf(id)).toMatchObject({ quarantineReason: null, quarantinedUntil: null })
    // A changed end sends a mail. A changed reason alone does not.
    expect(test.jobs.mailsTo(email)).toHaveLength(3)
  })

  it('do not keep an end that has passed when the pause is repeated', async () => {
    const staff = await makeStaff()
    const { id } = await makeUser(test.database)
    await quarantine(staff, id, true, { until: inHours(1) })
    test.clockOffsetMs = 2 * hourMs
    await quarantine(staff, id, true)
    expect((await rowOf(id))?.quarantinedUntil).toBeNull()
  })

  it('accept only a future instant with a time zone as the end', async () => {
    const staff = await makeStaff()
    const { id } = await makeUser(test.database)
    const bad = [
      inHours(0),
      inHours(-1),
      '2099-01-01',
      '2099-01-01T00:00:00',
      'soon',
      '9999-12-31T23:59:59-12:00',
    ]
    for (const until of bad) {
      const refused = await suspend(staff, id, true, { until })
      expect([refused.errorType, refused.error?.issues?.[0]?.path], until).toEqual([
        'ValidationError',
        'until',
      ])
    }
    expect((await rowOf(id))?.suspendedAt).toBeNull()
    expect(await records()).toEqual([])
  })

  it('belong to staff after staff suspend an automatically suspended account', async () => {
    const staff = await makeStaff()
    const suspendedAt = new Date('2024-08-14T10:00:00Z')
    const { id } = await makeUser(test.database, { suspendedAt, isSuspendedUnpaid: true })
    await suspend(staff, id, true)
    expect(await rowOf(id)).toMatchObject({
      suspendedAt,
      isSuspendedUnpaid: false,
      suspendedByUserId: staff.user.id,
    })
  })

  it('are cleared when staff end an automatic suspension', async () => {
    const staff = await makeStaff()
    const { id, email } = await makeUser(test.database, { suspendedAt: new Date(), isSuspendedUnpaid: true })
    await suspend(staff, id, false)
    expect(await rowOf(id)).toMatchObject({ suspendedAt: null, isSuspendedUnpaid: false })
    expect(subjectsTo(email)).toEqual(['Your System Initiative account is active again'])
  })
})
