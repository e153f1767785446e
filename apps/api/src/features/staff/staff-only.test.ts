/** Calls that are available only to staff, requested by callers who are not. */
import { calls } from '@portal/contract/calls'
import { pathOf } from '@portal/contract/endpoint'
import { expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import { staffRecords } from './records/staff-record-table.ts'

const test = useTestApp({ RATE_LIMIT_FACTOR: '100' })
const staffCalls = calls.filter(({ access }) => access.staff)
const days = { startDate: '2024-08-12', endDate: '2024-08-18' }
const query = { ...days, email: 'somebody@example.com', text: 'somebody' }

async function answersTo({ session }: SignedIn): Promise<string[]> {
  const answers = staffCalls.map(async (call) => {
    const params = { userId: 'nobody', workspaceId: 'none', recordId: 'none' }
    const response = await test.app.inject({
      method: call.method,
      url: pathOf(call, params),
      query: call.query ? query : {},
      headers: test.headersOf({ session }),
      ...(call.method === 'GET' ? {} : { payload: {} }),
    })
    return `${response.statusCode} ${response.json().error?.type}`
  })
  return [...new Set(await Promise.all(answers))]
}

it('The list of staff-only calls is complete', () => {
  expect(staffCalls.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['staffPauses.setUserQuarantine', 'staffSearch.search', 'staffProduction.setup']),
  )
  expect(staffCalls).toHaveLength(22)
})

it.each([
  'x@systeminit.com.evil.example',
  'x@notsysteminit.com',
  'x@sub.systeminit.com',
  'systeminit.com@example.com',
  'x@systeminit.com@example.com',
])('Every staff-only call refuses %s', async (email) => {
  const person = await makeSignedIn(test, { email })
  expect(await answersTo(person)).toEqual(['403 NotStaff'])
  expect(await test.database.orm.select().from(staffRecords)).toEqual([])
})

it('Every staff-only call refuses an unverified address of the staff domain', async () => {
  const person = await makeSignedIn(test, { email: 'x@systeminit.com', emailVerified: false })
  expect(await answersTo(person)).toEqual(['403 EmailNotVerified'])
})

it('Every staff-only call refuses paused staff', async () => {
  const at = new Date()
  const quarantined = await makeSignedIn(test, { email: 'x@systeminit.com', quarantinedAt: at })
  expect(await answersTo(quarantined)).toEqual(['403 AccountQuarantined'])
  const suspended = await makeSignedIn(test, { email: 'y@systeminit.com', suspendedAt: at })
  expect(await answersTo(suspended)).toEqual(['403 AccountSuspended'])
})
