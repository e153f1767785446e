import { type StaffAccess, staffActs, staffRecords } from '@portal/contract/staff/records/records'
import { describe, expect, it } from 'vitest'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { person } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { staffAccessLabels } from './staff-access.tsx'

const access = (more: Partial<StaffAccess> = {}): StaffAccess => ({
  id: 'R1',
  at: '2024-11-05T09:30:00.000Z',
  act: 'person.quarantined',
  reason: 'Mined coins',
  ...more,
})

async function open(list: StaffAccess[]) {
  const app = await renderApp('/profile/staff-access', {
    prepare: (api) => api.reply(staffRecords.listAccess, list),
  })
  const section = app.screen.getByRole('region', { name: 'Staff access' })
  await expect.element(section).toBeVisible()
  return { ...app, section }
}

describe('Staff access', () => {
  it('shows what staff did and viewed, when and why', async () => {
    const { api, section } = await open([
      access(),
      access({ id: 'R2', act: 'looked-up.person', reason: null }),
    ])
    const rows = section.getByRole('listitem')
    await expect
      .element(rows.first())
      .toMatchTextContent(/Your account was quarantined.*Mined coins.*November 5, 2024/)
    await expect.element(rows.last()).toMatchTextContent(/Your account was viewed/)
    expect(api.requests(staffRecords.listAccess)[0]?.params).toEqual({ userId: person().id })
  })

  it('shows an empty state without staff access', async () => {
    const { section } = await open([])
    await expect.element(section.getByText('No staff access yet')).toBeVisible()
  })

  it('loads older entries on demand', async () => {
    const list = Array.from({ length: 11 }, (_, index) => access({ id: `R${index}` }))
    const { api, section } = await open(list)
    await expect.poll(() => section.getByRole('listitem').all().length).toBe(10)
    api.reply(staffRecords.listAccess, [access({ id: 'older' })])
    await section.getByRole('button', { name: 'Show older' }).click()
    await expect.poll(() => section.getByRole('listitem').all().length).toBe(11)
    expect(api.requests(staffRecords.listAccess).at(-1)?.query).toMatchObject({ after: 'R9' })
    expect(section.getByRole('button', { name: 'Show older' }).query()).toBeNull()
  })

  it('shows why loading failed and offers a retry', async () => {
    const { screen, api } = await renderApp('/profile/staff-access', {
      prepare: (prepared) =>
        prepared.refuse(staffRecords.listAccess, 'DatabaseUnavailable', { message: 'Not now' }),
    })
    await expect.element(screen.getByText('Not now')).toBeVisible()
    api.reply(staffRecords.listAccess, [])
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByText('No staff access yet')).toBeVisible()
    expect(loggedFailures()).toHaveLength(1)
  })

  it('has a distinct label for every staff action', () => {
    expect(new Set(staffActs.map((act) => staffAccessLabels[act])).size).toBe(staffActs.length)
  })
})
