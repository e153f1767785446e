import { staffSearch } from '@portal/contract/staff/search/search'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../../testing/build-test-app.ts'
import { makeUser } from '../../../testing/factories.ts'
import { makeSignedIn, type SignedIn } from '../../../testing/make-signed-in.ts'
import { staffRecords } from '../records/staff-record-table.ts'

const test = useTestApp()
const makeStaff = () => makeSignedIn(test, { email: 'sasha@systeminit.com' })
const records = () =>
  test.database.orm.select().from(staffRecords).orderBy(staffRecords.at, staffRecords.aboutUserId)

describe('staffSearch.listByEmail', () => {
  const lookUp = (me: SignedIn, email: string) =>
    test.send(staffSearch.listByEmail, { query: { email } }, { session: me.session })

  it('returns every account with the address in any case, including one without a sign-in', async () => {
    const staff = await makeStaff()
    const first = await makeUser(test.database, { email: 'Some.One@Example.com' })
    const second = await makeUser(test.database, {
      email: 'some.one@example.com',
      emailVerified: false,
      auth0Id: null,
      quarantinedAt: new Date('2024-08-14T10:00:00Z'),
    })
    await makeUser(test.database, { email: 'some.one@example.com', deletedAt: new Date() })
    const reply = await lookUp(staff, ' SOME.one@example.COM ')
    expect(reply.body).toEqual([
      {
        id: first.id,
        auth0Id: first.auth0Id,
        email: 'Some.One@Example.com',
        quarantinedAt: null,
        suspendedAt: null,
      },
      {
        id: second.id,
        auth0Id: null,
        email: 'some.one@example.com',
        quarantinedAt: '2024-08-14T10:00:00.000Z',
        suspendedAt: null,
      },
    ])
    expect(await records()).toMatchObject(
      [first.id, second.id].map((aboutUserId) => ({
        staffUserId: staff.user.id,
        act: 'looked-up.people-of-address',
        aboutUserId,
        after: { email: 'some.one@example.com' },
        ipAddress: '127.0.0.1',
      })),
    )
  })

  it('returns an empty list for an unknown address and records the look-up', async () => {
    const staff = await makeStaff()
    expect((await lookUp(staff, 'nobody@example.com')).body).toEqual([])
    expect(await records()).toMatchObject([{ aboutUserId: null, after: { email: 'nobody@example.com' } }])
    expect((await lookUp(staff, 'a'.repeat(501))).errorType).toBe('ValidationError')
  })
})
