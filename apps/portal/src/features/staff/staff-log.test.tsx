import { type StaffRecord, staffActs, staffRecords } from '@portal/contract/staff/records/records'
import { staffSearch } from '@portal/contract/staff/search/search'
import { describe, expect, it } from 'vitest'
import { person } from '../../testing/people.ts'
import { renderAdmin, sasha, staffRecord, workspaceReport } from '../../testing/staff.ts'
import { canBeWithheld, recordChanges, recordSentence, staffActLabels, staffName } from './staff-texts.ts'

const act = staffRecord({
  id: 'R1',
  act: 'person.quarantined',
  reason: 'Mined coins',
  before: { quarantinedAt: null },
  after: { quarantinedAt: '2024-11-05T09:30:00.000Z' },
})

const robin = { id: 'ROBIN', email: 'robin@systeminit.com', firstName: 'Robin', lastName: 'Reyes' }
const look = staffRecord({ id: 'R2', staff: robin })

async function open(list = [act, look]) {
  const app = await renderAdmin('/workspaces/W1', {
    prepare: (api) => {
      api.reply(staffSearch.readWorkspace, workspaceReport())
      api.reply(staffRecords.list, list)
    },
  })
  const section = app.screen.getByRole('region', { name: 'History' })
  const log = section.getByRole('grid', { name: 'Staff activity' })
  await expect.element(log).toBeVisible()
  return { ...app, section, log }
}

describe('Staff activity', () => {
  it('shows the staff member, action, user concerned, time, IP address, reason and changes of each entry', async () => {
    const { log } = await open()
    const row = log.getByRole('row', { name: /Quarantined an account/ })
    for (const text of [
      'Mined coins',
      'Quarantined since',
      'Nov 5, 2024, 9:30 AM UTC',
      'Sasha Stafford',
      'sasha@systeminit.com',
      '2 hours ago',
      'from 203.0.113.7',
    ])
      await expect.element(row.getByText(text)).toBeVisible()
    // Isolated, because two Arabic values would otherwise read from right to left: the new one first.
    expect(row.getByText('Nov 5, 2024, 9:30 AM UTC').element().tagName).toBe('BDI')
    await expect
      .element(row.getByRole('link', { name: 'ada@example.com' }))
      .toHaveAttribute('href', `/workspace-admin/people/${person().id}`)
  })

  it('filters by action, by the start of an email and by own entries', async () => {
    const { screen, api, section } = await open()
    await section.getByRole('button', { name: /All events/ }).click()
    await screen.getByRole('option', { name: 'Suspended a user' }).click()
    await section.getByRole('searchbox').fill(' ada@ ')
    await section.getByText('Only mine').click()
    await expect
      .poll(() => api.requests(staffRecords.list).at(-1)?.query)
      .toMatchObject({ act: 'person.suspended', search: 'ada@', staffUserId: sasha.id, limit: '26' })
    api.reply(staffRecords.list, [])
    await section.getByRole('searchbox').fill('x')
    await expect.element(section.getByText('No entries match “x”')).toBeVisible()
    await section.getByRole('button', { name: 'Reset filters' }).click()
    await expect.element(section.getByRole('searchbox')).toHaveFocus()
    await expect.element(section.getByRole('searchbox')).toHaveValue('x')
    const query = () => api.requests(staffRecords.list).at(-1)?.query
    await expect.poll(() => query()?.staffUserId).toBeUndefined()
    expect(query()?.act).toBeUndefined()
    expect(query()).toMatchObject({ search: 'x' })
  })

  it('shows one page at a time, keeps its rows while a filter loads, and then shows the first page', async () => {
    const list = Array.from({ length: 26 }, (_, index) => staffRecord({ id: `R${index}` }))
    const { api, section, log } = await open(list)
    await section.getByRole('button', { name: 'Next page' }).click()
    await expect.element(section.getByText('26–50')).toBeVisible()
    expect(api.requests(staffRecords.list).at(-1)?.query).toMatchObject({ after: 'R24' })
    const held = api.hold(staffRecords.list)
    await section.getByRole('searchbox').fill('ada@')
    await expect.poll(() => api.requests(staffRecords.list).at(-1)?.query).toMatchObject({ search: 'ada@' })
    expect(log.getByRole('rowheader').all()).toHaveLength(25)
    expect(section.getByRole('button', { name: 'Next page' }).query()).toBeNull()
    held.release([{ ...act, id: 'A' }, ...list])
    await expect.element(log.getByText('Quarantined an account')).toBeVisible()
    await expect.element(section.getByText('1–25')).toBeVisible()
  })

  it('offers to withhold a look-up for a reason, and never an action', async () => {
    const { screen, api, log } = await open()
    expect(
      log
        .getByRole('row', { name: /Quarantined/ })
        .getByRole('button', { name: 'Withhold' })
        .query(),
    ).toBeNull()
    await log.getByRole('button', { name: 'Withhold' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Withhold this look-up?' })
    await dialog.getByRole('button', { name: 'Withhold' }).click()
    await expect.element(dialog.getByText('This field is required')).toBeVisible()
    await dialog.getByLabelText('Reason').fill('.')
    await expect.element(dialog.getByText('Enter at least 10 characters')).toBeVisible()
    expect(api.requests(staffRecords.withhold)).toEqual([])
    api.reply(staffRecords.withhold, undefined)
    api.reply(staffRecords.list, [{ ...look, withheldReason: 'Court order' }])
    await dialog.getByLabelText('Reason').fill(' Court order ')
    await dialog.getByRole('button', { name: 'Withhold' }).click()
    await expect.element(log.getByText('Withheld', { exact: true })).toBeVisible()
    await expect.element(log.getByText('Court order')).toBeVisible()
    // The focus has moved to the element that replaced the button.
    await expect.poll(() => document.activeElement?.textContent).toBe('WithheldCourt order')
    expect(log.getByRole('button', { name: 'Withhold' }).query()).toBeNull()
    const [sent] = api.requests(staffRecords.withhold)
    expect(sent?.params).toEqual({ recordId: 'R2' })
    expect(sent?.body).toMatchObject({ reason: 'Court order' })
  })

  it('shows why a look-up could not be withheld', async () => {
    const { screen, api, log } = await open()
    api.refuse(staffRecords.withhold, 'Conflict', { message: 'It is withheld already' })
    await log.getByRole('button', { name: 'Withhold' }).click()
    await screen.getByRole('dialog').getByLabelText('Reason').fill('Court order')
    await screen.getByRole('dialog').getByRole('button', { name: 'Withhold' }).click()
    await expect.element(screen.getByText('It is withheld already')).toBeVisible()
  })

  it('shows an empty state', async () => {
    const { section } = await open([])
    await expect.element(section.getByText('No staff activity yet')).toBeVisible()
  })
})

describe('staff log texts', () => {
  it('use a different label for every action', () => {
    expect(new Set(staffActs.map((each) => staffActLabels[each])).size).toBe(staffActs.length)
  })

  it('name the staff member by the best known name, email or id', () => {
    expect(staffName({ staff: null })).toBe('Automatic')
    expect(staffName({ staff: { id: 'U1', email: null, firstName: null, lastName: null } })).toBe('U1')
  })

  it('allow withholding only look-ups about a user by other staff that are not withheld yet', () => {
    const can = (record: StaffRecord) => canBeWithheld(record, sasha.id)
    expect(can(look)).toBe(true)
    expect(can({ ...look, aboutUser: null })).toBe(false)
    expect(can({ ...look, withheldReason: 'Court order' })).toBe(false)
    expect(can(staffRecord()), 'own look-up').toBe(false)
    expect(can({ ...act, staff: robin }), 'action').toBe(false)
  })

  const days = { startDate: '2024-08-12', endDate: '2024-08-18' }

  it.each([
    ['looked-up.search', { text: 'ada' }, 'Searched for “ada”'],
    ['looked-up.search', {}, 'Searched'],
    [
      'looked-up.signup-report',
      { ...days, as: 'download' },
      'Downloaded the signup report for 2024-08-12 to 2024-08-18',
    ],
    [
      'looked-up.signup-report',
      { ...days, as: 'summary' },
      'Viewed the signup counts for 2024-08-12 to 2024-08-18',
    ],
    ['person.sessions-ended', { count: 1 }, 'Ended 1 session of a user'],
    ['person.tokens-revoked', { count: 3 }, 'Revoked 3 tokens of a user'],
    ['looked-up.staff-log', { kind: 'action' }, 'Viewed the latest staff actions'],
    ['looked-up.paused-accounts', { pause: 'suspension' }, 'Viewed the suspended users'],
    ['looked-up.person', null, 'Viewed a user'],
    ['looked-up.person', { text: 'U9' }, 'Found no user with the ID “U9”'],
    ['looked-up.workspace', { text: 'W9' }, 'Found no workspace with the ID “W9”'],
    ['looked-up.workspace-owner', { text: 'W9' }, 'Found no workspace with the ID “W9”'],
  ] as const)(
    'say what staff searched for, and how much they changed: %s with %o',
    (act, after, sentence) => {
      expect(recordSentence({ act, after })).toBe(sentence)
    },
  )

  it('show changed values with labels, and omit unchanged values, the reason and the values of look-ups', () => {
    const act = 'person.suspended'
    expect(
      recordChanges({
        act,
        before: { suspendedAt: null, until: null, reason: null },
        after: { suspendedAt: '2024-11-05T09:30:00.000Z', until: null, reason: 'Unpaid', automatic: true },
      }),
    ).toEqual([{ label: 'Suspended since', before: 'None', after: 'Nov 5, 2024, 9:30 AM UTC' }])
    expect(
      recordChanges({
        act: 'workspace.provisioned',
        before: null,
        after: { displayName: 'P', isDefault: true },
      }),
    ).toEqual([
      { label: 'Name', before: undefined, after: 'P' },
      { label: 'Default workspace', before: undefined, after: 'Yes' },
    ])
    expect(recordChanges({ act, before: null, after: { planCode: { oldOne: ['a', 'b'] } } })).toEqual([
      { label: 'Plan code', before: undefined, after: 'Old one: a, b' },
    ])
    expect(recordChanges({ act: 'looked-up.search', before: null, after: { text: 'ada' } })).toEqual([])
  })
})
