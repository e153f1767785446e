import { account } from '@portal/contract/account/account'
import { type SignupSummary, staffReports } from '@portal/contract/staff/reports/reports'
import type {} from '@vitest/browser-playwright'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { cdp } from 'vitest/browser'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { requestRecord } from '../../lib/request/request-record.ts'
import type { FakeApi } from '../../testing/fake-api.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { renderAdmin, signup } from '../../testing/staff.ts'

const summary: SignupSummary = {
  total: 1_234,
  byMethod: [
    { signupMethod: 'auth0', count: 1_000 },
    { signupMethod: null, count: 234 },
  ],
  byDay: [
    { day: '2024-08-14', count: 1_000 },
    { day: '2024-08-15', count: 234 },
  ],
}

async function open(prepare?: (api: FakeApi) => void) {
  const app = await renderAdmin('', {
    prepare: (api) => {
      api.reply(staffReports.signupReport, [signup()])
      api.reply(staffReports.signupSummary, summary)
      prepare?.(api)
    },
  })
  const section = app.screen.getByRole('region', { name: 'Weekly signup report' })
  return {
    ...app,
    section,
    start: section.getByLabelText('Start date', { exact: true }),
    end: section.getByLabelText('End date', { exact: true }),
    get: section.getByRole('button', { name: 'Get report' }),
    table: section.getByRole('grid', { name: 'Signups' }),
  }
}

async function openReport(prepare?: (api: FakeApi) => void) {
  const app = await open(prepare)
  await app.start.fill('2024-08-14')
  await app.end.fill('2024-08-15')
  await app.get.click()
  return app
}

describe('Weekly signup report', () => {
  it('lists every signup in the date range, in whole UTC days', async () => {
    const { api, table } = await openReport()
    await expect.element(table).toBeVisible()
    const texts = (role: 'columnheader' | 'gridcell') =>
      table
        .getByRole(role)
        .elements()
        .map(({ textContent }) => textContent)
    expect(texts('columnheader')).toEqual([
      'First name',
      'Last name',
      'Email',
      'Signup method',
      'Discord',
      'Github',
      'Signup date',
    ])
    expect(texts('gridcell')).toEqual(['Ada', 'Lovelace', 'auth0', 'ada#1234', 'ada-l', '8/14/2024'])
    expect(api.requests(staffReports.signupReport).map(({ query }) => query)).toEqual([
      { startDate: '2024-08-14', endDate: '2024-08-15', limit: '26' },
    ])
    expect(requestRecord('GET_USER_SIGNUP_REPORT%2024-08-14%2024-08-15')).toBeDefined()
  })

  it("formats signup dates as 'M/d/y', or 'Today at h:mm:ss a' for today, in UTC in every time zone", async () => {
    await cdp().send('Emulation.setTimezoneOverride', { timezoneId: 'Pacific/Kiritimati' })
    onTestFinished(async () => {
      await cdp().send('Emulation.setTimezoneOverride', { timezoneId: '' })
    })
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2024-08-15T12:00:00Z') })
    const { table } = await openReport((api) =>
      api.reply(staffReports.signupReport, [signup(), signup({ signupAt: '2024-08-15T09:03:07.000Z' })]),
    )
    await expect.element(table.getByText('8/14/2024', { exact: true })).toBeVisible()
    await expect.element(table.getByText('Today at 9:03:07 AM', { exact: true })).toBeVisible()
  })

  it('lists every account when several share an email and a signup time', async () => {
    const { table } = await openReport((api) => api.reply(staffReports.signupReport, [signup(), signup()]))
    await expect.element(table).toBeVisible()
    expect(table.getByRole('rowheader').elements()).toHaveLength(2)
  })

  it('does nothing while either date is empty', async () => {
    const { api, start, end, get, table } = await open()
    await start.fill('2024-08-14')
    await get.click()
    await start.fill('')
    await end.fill('2024-08-14')
    await get.click()
    expect(api.requests(staffReports.signupReport)).toEqual([])
    expect(table.query()).toBeNull()
  })

  it('shows why a range is invalid until it changes', async () => {
    const { api, section, start, end, get } = await open()
    await start.fill('2024-08-15')
    await end.fill('2024-08-14')
    await get.click()
    await expect.element(section.getByText('Choose an end date on or after the start date')).toBeVisible()
    await end.fill('2024-08-16')
    expect(section.getByText('Choose an end date on or after the start date').query()).toBeNull()
    expect(api.requests(staffReports.signupReport)).toEqual([])
  })

  it('shows totals by method and a chart by day with its values', async () => {
    const { section } = await openReport()
    await expect
      .element(section.getByRole('heading', { name: /2024-08-14 to 2024-08-15/ }))
      .toMatchTextContent(/1,234 total/)
    const methods = section.getByLabelText('Signups by method')
    await expect.element(methods).toMatchTextContent(/auth01,00081%No sign-in yet23419%/)
    await expect
      .element(section.getByRole('img', { name: 'Signups by day. Highest: 2024-08-14 (1,000).' }))
      .toBeVisible()
    await section.getByRole('button', { name: 'Show the numbers' }).click()
    await expect
      .element(
        section.getByRole('table', { name: 'Signups by day' }).getByRole('row', { name: '2024-08-15 234' }),
      )
      .toBeVisible()
  })

  it('requests a preset range with one click', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2024-08-14T12:00:00Z') })
    const { api, section, start, end } = await open()
    await section.getByRole('button', { name: 'Last week' }).click()
    await expect.element(start).toHaveValue('2024-08-05')
    await expect.element(end).toHaveValue('2024-08-11')
    expect(
      api.requests(staffReports.signupReport).map(({ query }) => [query.startDate, query.endDate]),
    ).toEqual([['2024-08-05', '2024-08-11']])
  })

  it('renders only one page of a long report', async () => {
    const rows = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => signup({ email: `u${from + index}@example.com` }))
    const { api, section, table } = await openReport((prepared) =>
      prepared.reply(staffReports.signupReport, rows(0, 26)),
    )
    await expect.element(table.getByText('u24@example.com')).toBeVisible()
    expect(table.getByRole('rowheader').all()).toHaveLength(25)
    await expect.element(section.getByText('1–25 of 1,234')).toBeVisible()
    api.reply(staffReports.signupReport, rows(25, 10))
    await section.getByRole('button', { name: 'Next page' }).click()
    await expect.element(section.getByText('26–35 of 1,234')).toBeVisible()
    expect(table.getByRole('rowheader').all()).toHaveLength(10)
    expect(api.requests(staffReports.signupReport).at(-1)?.query).toMatchObject({
      after: '2024-08-14T23:59:59.000Z,u24@example.com',
    })
  })

  it('downloads the CSV through the browser after checking the session', async () => {
    const { section } = await openReport()
    await section.getByRole('button', { name: 'Download CSV' }).click()
    await expect
      .poll(() => vi.mocked(browserNavigation.go).mock.calls)
      .toEqual([['http://localhost:9001/users/report.csv?startDate=2024-08-14&endDate=2024-08-15']])
  })

  it('shows next to the button why the CSV could not be downloaded', async () => {
    const { api, section } = await openReport()
    const button = section.getByRole('button', { name: 'Download CSV' })
    await expect.element(button).toBeVisible()
    api.refuse(account.whoami, 'DatabaseUnavailable', { message: 'Away for a moment' })
    await button.click()
    const failure = section.getByRole('alert')
    await expect.element(failure).toMatchTextContent(/The report could not be downloaded/)
    await expect.element(failure).toMatchTextContent(/Away for a moment/)
    expect(browserNavigation.go).not.toHaveBeenCalled()
    expect(loggedFailures()).toHaveLength(1)
  })

  it('omits the totals and the chart if the range is too long', async () => {
    const { api, section, start, end, get, table } = await open()
    await start.fill('2020-01-01')
    await end.fill('2024-08-15')
    await get.click()
    await expect.element(table).toBeVisible()
    await expect
      .element(section.getByText('Totals and the chart are available for ranges of at most 731 days.'))
      .toBeVisible()
    expect(api.requests(staffReports.signupSummary)).toEqual([])
  })

  it('shows an empty state, and an error if the report fails', async () => {
    const { api, section, get, table } = await openReport((prepared) => {
      prepared.reply(staffReports.signupReport, [])
      prepared.reply(staffReports.signupSummary, {
        total: 0,
        byMethod: [],
        byDay: [{ day: '2024-08-14', count: 0 }],
      })
    })
    await expect.element(table.getByText('No signups in this period.')).toBeVisible()
    api.refuse(staffReports.signupReport, 'DatabaseUnavailable', { message: 'Not now' })
    await get.click()
    await expect.element(section.getByText('Not now')).toBeVisible()
    api.reply(staffReports.signupReport, [signup()])
    await section.getByRole('button', { name: 'Try again' }).click()
    await expect.element(table.getByText('ada@example.com')).toBeVisible()
    expect(loggedFailures()).toHaveLength(1)
  })
})
