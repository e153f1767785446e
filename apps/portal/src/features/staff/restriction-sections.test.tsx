import { staffPauses } from '@portal/contract/staff/pauses/pauses'
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { requestRecord } from '../../lib/request/request-record.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { person } from '../../testing/people.ts'
import { quarantinedPerson, renderAdmin, suspendedPerson, userRecord } from '../../testing/staff.ts'

const { id } = person()
const now = () => new Date().toISOString()

const quarantine = {
  section: 'Manage account quarantine',
  table: 'Quarantined users',
  start: 'Quarantine account',
  end: 'Unquarantine account',
} as const

async function open(list = [quarantinedPerson()]) {
  const app = await renderAdmin('', { prepare: (api) => api.reply(staffPauses.listQuarantinedUsers, list) })
  const section = app.screen.getByRole('region', { name: quarantine.section })
  const table = section.getByRole('grid', { name: quarantine.table })
  await expect.element(table).toBeVisible()
  return {
    ...app,
    section,
    table,
    field: section.getByLabelText('User id'),
    start: section.getByRole('button', { name: quarantine.start, exact: true }),
    end: section.getByRole('button', { name: quarantine.end, exact: true }),
  }
}

describe('Manage account quarantine', () => {
  it('lists quarantined users by id, email and date, with end, author and reason below the date', async () => {
    const { table } = await open()
    const headers = table.getByRole('columnheader').elements()
    expect(headers.map(({ textContent }) => textContent)).toEqual(['User id', 'Email', 'Quarantined at'])
    const row = table.getByRole('row', { name: /grace@example\.com/ })
    for (const text of [
      '01JPERSON0000000000000GRACE',
      'November 5, 2024',
      'by sasha@systeminit.com',
      'Mined coins',
    ])
      await expect.element(row.getByText(text)).toBeVisible()
  })

  it('disables both buttons while the user id is empty or longer than 26 characters, and shows why on blur', async () => {
    const { field, start, end, section } = await open()
    await expect.element(start).toBeDisabled()
    await expect.element(start).toHaveAccessibleDescription('Enter a user id first')
    await expect.element(end).toBeDisabled()
    await expect.element(end).toHaveAccessibleDescription('Enter a user id first')
    await field.fill('x'.repeat(27))
    await expect.element(start).toBeDisabled()
    await expect.element(start).toHaveAccessibleDescription('Shorten the user id first')
    const tooLong = section.getByText('Your input cannot be more than 26 characters long.')
    expect(tooLong.query(), 'while the field has the focus').toBeNull()
    await userEvent.tab()
    await expect.element(tooLong).toBeVisible()
    await field.fill('x'.repeat(26))
    await expect.element(start).toBeEnabled()
    await expect
      .element(section.getByRole('link', { name: 'Show which tokens stop' }))
      .toHaveAttribute('href', `/workspace-admin/people/${'x'.repeat(26)}`)
    await expect.element(end).toBeEnabled()
    await field.fill('  ')
    await expect.element(end).toBeDisabled()
  })

  it('quarantines with a reason and a last day, and uses the specified request keys', async () => {
    const { screen, api, section, field, start, table } = await open([])
    await expect.element(table.getByText('No users are quarantined.')).toBeVisible()
    const user = userRecord({ quarantinedAt: now() })
    api.reply(staffPauses.setUserQuarantine, { user })
    await field.fill(` ${id} `)
    await section.getByLabelText('Reason').fill('Mined coins')
    await section.getByLabelText('Last day', { exact: true }).fill('2124-08-14')
    api.reply(staffPauses.listQuarantinedUsers, [quarantinedPerson({ userId: id, email: user.email })])
    await start.click()
    await expect.element(table.getByRole('row', { name: /ada@example\.com/ })).toBeVisible()
    await expect.element(screen.getByText('ada@example.com is quarantined')).toBeVisible()
    const [sent] = api.requests(staffPauses.setUserQuarantine)
    expect(sent?.params).toEqual({ userId: id })
    expect(sent?.body).toMatchObject({
      isQuarantined: true,
      reason: 'Mined coins',
      until: '2124-08-14T23:59:59.999Z',
    })
    expect(requestRecord(`SET_USER_QUARANTINE%${id}%true`)).toBeDefined()
    expect(requestRecord('GET_QUARANTINED_USERS')).toBeDefined()
    await expect.element(section.getByLabelText('Reason')).toHaveValue('')
  })

  it('rejects a last day in the past, and shows why on blur', async () => {
    const { section, field, start } = await open()
    await field.fill(id)
    await section.getByLabelText('Last day', { exact: true }).fill('2020-01-01')
    await expect.element(start).toBeDisabled()
    const refusal = section.getByText('Choose today or a later day')
    expect(refusal.query(), 'while the field has the focus').toBeNull()
    await userEvent.tab()
    await expect.element(refusal).toBeVisible()
  })

  it('restores the reason and end when the end of a quarantine is undone', async () => {
    const { screen, api, field, end } = await open([
      quarantinedPerson({ userId: id, until: '2124-08-14T23:59:59.999Z' }),
    ])
    api.reply(staffPauses.setUserQuarantine, { user: userRecord() })
    await field.fill(id)
    await end.click()
    await expect.element(screen.getByText('ada@example.com is no longer quarantined')).toBeVisible()
    api.reply(staffPauses.setUserQuarantine, { user: userRecord({ quarantinedAt: now() }) })
    await screen.getByRole('button', { name: 'Undo' }).click()
    await expect.element(screen.getByText('Undone: ada@example.com is quarantined')).toBeVisible()
    expect(api.requests(staffPauses.setUserQuarantine).at(-1)?.body).toMatchObject({
      isQuarantined: true,
      reason: 'Mined coins',
      until: '2124-08-14T23:59:59.999Z',
    })
  })

  it('shows why an undo failed', async () => {
    const { screen, api, field, start } = await open([])
    api.reply(staffPauses.setUserQuarantine, { user: userRecord({ quarantinedAt: now() }) })
    await field.fill(id)
    await start.click()
    api.refuse(staffPauses.setUserQuarantine, 'DatabaseUnavailable', { message: 'Not now' })
    await screen.getByRole('button', { name: 'Undo' }).click()
    await expect.element(screen.getByText('The change could not be undone')).toBeVisible()
    await expect.element(screen.getByText(/Not now \(request /)).toBeVisible()
    expect(loggedFailures()).toHaveLength(1)
  })

  it.each([
    ['NotFound', 'No account has this id', 0],
    ['Conflict', 'You cannot quarantine yourself', 1],
  ] as const)('shows the error in the section when the API returns %s', async (type, message, requestIds) => {
    const { api, section, field, start } = await open([])
    api.refuse(staffPauses.setUserQuarantine, type, { message })
    await field.fill(id)
    await start.click()
    await expect.element(section.getByRole('alert')).toMatchTextContent(message)
    expect(section.getByText('01JFAKEREQUEST000000000000').elements()).toHaveLength(requestIds)
    await expect.element(field).toHaveValue(id)
  })

  it('pages through a long list', async () => {
    const list = Array.from({ length: 26 }, (_, index) =>
      quarantinedPerson({ userId: `U${index}`, email: `u${index}@example.com` }),
    )
    const { api, table, section } = await open(list)
    expect(table.getByRole('rowheader').all()).toHaveLength(25)
    expect(api.requests(staffPauses.listQuarantinedUsers)[0]?.query).toEqual({ limit: '26' })
    api.reply(staffPauses.listQuarantinedUsers, list.slice(25))
    await section.getByRole('button', { name: 'Next page' }).click()
    await expect.element(table.getByText('u25@example.com')).toBeVisible()
    expect(api.requests(staffPauses.listQuarantinedUsers).at(-1)?.query).toMatchObject({
      after: '2024-11-05T09:30:00.000Z,U24',
    })
    const next = section.getByRole('button', { name: 'Next page' })
    await expect.element(next).toHaveAccessibleDescription('This is the last page')
    await section.getByRole('button', { name: 'Previous page' }).click()
    await expect.element(table.getByText('u0@example.com')).toBeVisible()
  })

  it('shows why the list failed to load, and retries', async () => {
    const { screen, api } = await renderAdmin('', {
      prepare: (prepared) =>
        prepared.refuse(staffPauses.listQuarantinedUsers, 'InternalError', { message: 'Not now' }),
    })
    const section = screen.getByRole('region', { name: quarantine.section })
    await expect.element(section.getByText('Not now')).toBeVisible()
    api.reply(staffPauses.listQuarantinedUsers, [quarantinedPerson()])
    await section.getByRole('button', { name: 'Try again' }).click()
    await expect.element(section.getByText('grace@example.com')).toBeVisible()
    expect(loggedFailures()).toHaveLength(1)
  })
})

describe('Manage user suspensions', () => {
  it('lists, suspends and unsuspends users, and uses the specified request keys', async () => {
    const { screen, api } = await renderAdmin('', {
      prepare: (prepared) => {
        prepared.reply(staffPauses.listSuspendedUsers, [suspendedPerson()])
        prepared.reply(staffPauses.setUserSuspension, { user: userRecord({ suspendedAt: now() }) })
      },
    })
    const section = screen.getByRole('region', { name: 'Manage user suspensions' })
    const table = section.getByRole('grid', { name: 'Suspended users' })
    await expect.element(table.getByText('grace@example.com')).toBeVisible()
    const headers = table.getByRole('columnheader').elements()
    expect(headers.map(({ textContent }) => textContent)).toEqual(['User id', 'Email', 'Suspended at'])
    const suspend = section.getByRole('button', { name: 'Suspend user', exact: true })
    await expect.element(suspend).toBeDisabled()
    await section.getByLabelText('User id').fill(id)
    await suspend.click()
    await expect.element(screen.getByText('ada@example.com is suspended')).toBeVisible()
    api.reply(staffPauses.setUserSuspension, { user: userRecord() })
    await section.getByRole('button', { name: 'Unsuspend user', exact: true }).click()
    await expect.element(screen.getByText('ada@example.com is no longer suspended')).toBeVisible()
    expect(api.requests(staffPauses.setUserSuspension).map(({ body }) => body)).toMatchObject([
      { isSuspended: true },
      { isSuspended: false },
    ])
    for (const key of [
      `SET_USER_SUSPENSION%${id}%true`,
      `SET_USER_SUSPENSION%${id}%false`,
      'GET_SUSPENDED_USERS',
    ])
      expect(requestRecord(key), key).toBeDefined()
  })
})
