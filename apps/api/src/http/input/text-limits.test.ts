/** Texts that exceed a limit only in UTF-16 code units are checked like any other. See docs/product/errors.md#text. */
import { account } from '@portal/contract/account/account'
import { billing } from '@portal/contract/billing/billing'
import { staffReports } from '@portal/contract/staff/reports/reports'
import { tokens } from '@portal/contract/tokens/tokens'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeSignedIn } from '../../testing/make-signed-in.ts'
import { makeTeam } from '../../testing/make-team.ts'

const test = useTestApp()

/** Fills a text up to a limit with characters of two code units each, so that its code units exceed the limit. */
const padded = (text: string, max: number) => text + '𝒜'.repeat(max - text.length)
const markup = (max: number) => padded('<b>\r\nX: y', max)

describe('account.update', () => {
  it.each([
    ['firstName', markup(256)],
    ['lastName', markup(256)],
    ['nickname', markup(256)],
    ['pictureUrl', padded('javascript:alert(1)//', 2_048)],
    ['discordUsername', padded('@everyone#1234', 40)],
    ['githubUsername', padded('--', 39)],
  ])('refuses a %s that is too long in code units, even if not in code points', async (field, text) => {
    const me = await makeSignedIn(test)
    const input = { params: { userId: me.user.id }, body: { [field]: text } }
    expect(await test.send(account.update, input, me)).toMatchObject({
      status: 400,
      body: { error: { issues: [{ path: field }] } },
    })
  })

  it('accepts a name of 256 characters of two code units each, and refuses 257', async () => {
    const me = await makeSignedIn(test)
    const save = (firstName: string) =>
      test.send(account.update, { params: { userId: me.user.id }, body: { firstName } }, me)
    expect((await save('𠮷'.repeat(256))).body.user.firstName).toBe('𠮷'.repeat(256))
    expect((await save('𠮷'.repeat(257))).status).toBe(400)
  })
})

it('billing.saveDetails refuses markup in a text of two code units a character', async () => {
  const me = await makeSignedIn(test)
  const body = { companyInformation: { legalName: markup(500) } }
  const { status } = await test.send(billing.saveDetails, { params: { userId: me.user.id }, body }, me)
  expect(status).toBe(400)
})

it('workspaces.update refuses markup in a text of two code units a character', async () => {
  const { params, owner } = await makeTeam(test)
  const save = (body: object) => test.send(workspaces.update, { params, body }, owner)
  expect((await save({ displayName: markup(500) })).status).toBe(400)
  expect((await save({ description: markup(5_000) })).status).toBe(400)
  expect((await save({ instanceUrl: padded('javascript:alert(1)//', 2_048) })).status).toBe(400)
})

describe('tokens.create', () => {
  const create = async (name: string, expiration = '1d') => {
    const { params, owner } = await makeTeam(test)
    return test.send(tokens.create, { params, body: { name, expiration } }, owner)
  }

  it.each(['a\r\nb', 'a\u0007b', 'a\u202eb', 'a\u2067b', 'a\u2028b'])('refuses the name %j', async (name) => {
    expect((await create(name)).status).toBe(400)
  })

  it('accepts a name of any script with marks and emoji', async () => {
    expect((await create('نشر 👩‍🚀 e\u0301 𝒜')).status).toBe(200)
  })

  it.each(['1ms', '59s', '0.5m'])('refuses the lifetime %s and names the minimum', async (expiration) => {
    expect(await create('Short', expiration)).toMatchObject({
      status: 400,
      body: { message: 'Enter a lifetime of at least one minute, such as 1m' },
    })
  })
})

describe('staffReports.signupReport', () => {
  const report = async (startDate: string) => {
    const staff = await makeSignedIn(test, { email: 'sasha@systeminit.com' })
    return test.send(staffReports.signupReport, { query: { startDate, endDate: '2024-08-18' } }, staff)
  }

  it.each([
    padded('2024-08-12', 40),
    padded('2024-08-12T00:00:00.', 40),
    `2024-08-12T00:00:00.${'0'.repeat(40)}Z`,
    '2024-08-12T24:61:00Z',
    '+275760-09-14',
    '٢٠٢٤-٠٨-١٢',
    '2024-08-12\u202e',
  ])('refuses the date %j with a sentence', async (startDate) => {
    expect(await report(startDate)).toMatchObject({
      status: 400,
      body: { error: { issues: [{ path: 'startDate', message: 'Enter a day such as 2024-08-14' }] } },
    })
  })
})

it.each(['abc', '', '0', '1001', '1e3', '𝟏'])('a list refuses limit=%s with one sentence', async (limit) => {
  const me = await makeSignedIn(test)
  const { body } = await test.send(workspaces.list, { query: { limit } }, me)
  const message = 'Enter a whole number from 1 to 1000'
  expect(body).toMatchObject({ message, error: { issues: [{ path: 'limit', message }] } })
})
