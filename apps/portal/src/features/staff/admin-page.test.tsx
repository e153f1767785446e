import { staffPauses } from '@portal/contract/staff/pauses/pauses'
import { staffRecords } from '@portal/contract/staff/records/records'
import { staffSearch } from '@portal/contract/staff/search/search'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { analytics } from '../../lib/analytics/analytics.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { person } from '../../testing/people.ts'
import { quarantinedPerson, renderAdmin, sasha, staffRecord, suspendedPerson } from '../../testing/staff.ts'

/** The heading of each section, and its shorter name in the navigation. */
const sectionNames = {
  'Create a production workspace': 'Production workspace',
  'User accounts by email': 'Accounts by email',
  'Manage account quarantine': 'Account quarantine',
  'Manage workspace quarantine': 'Workspace quarantine',
  'Manage user suspensions': 'User suspensions',
  'Who owns this workspace?': 'Workspace owner',
  'Weekly signup report': 'Signup report',
  'Staff activity': 'Staff activity',
}

/** Sets the flag as returned by the analytics service, for one test. */
function setFlag(isOn: boolean) {
  const flag = vi.spyOn(analytics, 'flag').mockReturnValue(isOn)
  onTestFinished(() => flag.mockRestore())
}

describe('Admin page', () => {
  it('starts with the search, the paused people and the recent actions, above the specified sections', async () => {
    const { screen, api } = await renderAdmin('', {
      prepare: (prepared) => {
        prepared.reply(staffPauses.listQuarantinedUsers, [
          quarantinedPerson({ quarantinedAt: '2024-11-05T09:30:00.000Z' }),
        ])
        prepared.reply(
          staffPauses.listSuspendedUsers,
          Array.from({ length: 6 }, (_, at) =>
            suspendedPerson({
              userId: `U${at}`,
              email: `u${at}@example.com`,
              suspendedAt: `2024-11-${at < 3 ? '06' : '04'}T09:30:00.000Z`,
            }),
          ),
        )
        prepared.reply(staffRecords.list, [staffRecord({ act: 'person.quarantined' })])
      },
    })
    const overview = screen.getByRole('region', { name: 'Overview' })
    await expect.element(overview.getByLabelText('Search people, workspaces and tokens')).toBeVisible()
    const people = overview.getByRole('region', { name: 'Paused people' })
    const names = () =>
      people
        .getByRole('listitem')
        .getByRole('link')
        .elements()
        .map((link) => link.textContent)
    await expect.poll(names).toEqual(['u0', 'u1', 'u2', 'grace', 'u3'].map((name) => `${name}@example.com`))
    await expect
      .element(people.getByRole('listitem').nth(3))
      .toMatchTextContent(/Quarantined.*by sasha@systeminit\.com.*Mined coins/)
    await expect
      .element(people.getByRole('link', { name: 'grace@example.com' }))
      .toHaveAttribute('href', `/workspace-admin/people/${quarantinedPerson().userId}`)
    const actions = overview.getByRole('region', { name: 'Recent actions by staff' })
    await expect
      .element(actions.getByRole('listitem'))
      .toMatchTextContent(/ada@example\.com.*Quarantined an account.*by Sasha Stafford.*2 hours ago/)
    expect(api.requests(staffRecords.list).map(({ query }) => query)).toContainEqual({
      kind: 'action',
      limit: '26',
    })
    await expect
      .element(screen.getByRole('heading', { level: 2 }).first())
      .toHaveTextContent('Create a production workspace')
    await people.getByRole('link', { name: 'All suspended' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Manage user suspensions' })).toHaveFocus()
    await screen.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Overview' }).click()
    await expect.element(overview).toHaveFocus()
  })

  it('says so if no users are paused and staff did nothing', async () => {
    const { screen } = await renderAdmin()
    await expect.element(screen.getByText('No users are quarantined or suspended.')).toBeVisible()
    await expect.element(screen.getByText('No actions by staff yet.')).toBeVisible()
  })

  it('shows every section with a heading and a link in the navigation', async () => {
    const { screen } = await renderAdmin()
    const sections = screen.getByRole('navigation', { name: 'Sections' })
    for (const [heading, name] of Object.entries(sectionNames)) {
      await expect.element(screen.getByRole('heading', { level: 2, name: heading })).toBeVisible()
      await expect.element(sections.getByRole('link', { name })).toBeVisible()
    }
  })

  it('scrolls to the section that the address names', async () => {
    const { screen } = await renderAdmin('#signup-report')
    await expect.element(screen.getByRole('heading', { name: 'Weekly signup report' })).toBeInViewport()
  })

  it('restores the scroll position at the end of a full log when the user comes back', async () => {
    const { screen, router } = await renderAdmin('', {
      prepare: (api) =>
        api.reply(
          staffRecords.list,
          Array.from({ length: 25 }, (_, at) => staffRecord({ id: `R${at}` })),
        ),
    })
    const log = screen.getByRole('region', { name: 'Staff activity' }).getByRole('row')
    await expect.poll(() => log.elements().length).toBe(26)
    window.scrollTo(0, document.documentElement.scrollHeight)
    await expect.element(log.last()).toBeInViewport()
    const { scrollY } = window
    await router.navigate({ to: '/workspaces' })
    await expect.element(screen.getByRole('heading', { name: 'Create A Workspace' })).toBeVisible()
    window.scrollTo(0, 0)
    router.history.back()
    await expect.poll(() => window.scrollY).toBe(scrollY)
  })

  it('focuses the search box of the log, not the one at the top, when the search of the log is cleared', async () => {
    const { screen } = await renderAdmin()
    const log = screen.getByRole('region', { name: 'Staff activity' })
    await log.getByRole('searchbox').fill('x')
    await log.getByRole('grid').getByRole('button', { name: 'Clear search' }).click()
    await expect.element(log.getByRole('searchbox')).toHaveFocus()
  })

  it('loads the quarantined and the suspended users when it opens', async () => {
    const { api } = await renderAdmin()
    await expect.poll(() => api.requests(staffPauses.listQuarantinedUsers).length).toBe(1)
    await expect.poll(() => api.requests(staffPauses.listSuspendedUsers).length).toBe(1)
    expect(api.requests(staffSearch.listByEmail)).toEqual([])
    expect(api.requests(staffSearch.search)).toEqual([])
  })

  it.each(['', '/people/U1', '/workspaces/W1'])(
    'shows “Feature not Enabled for account” at "%s" to staff without the flag, and requests nothing',
    async (path) => {
      setFlag(false)
      const { screen, api } = await renderAdmin(path)
      await expect
        .element(screen.getByRole('heading', { name: 'Feature not Enabled for account' }))
        .toBeVisible()
      for (const call of [
        staffPauses.listQuarantinedUsers,
        staffSearch.readPerson,
        staffSearch.readWorkspace,
      ])
        expect(api.requests(call)).toEqual([])
    },
  )

  it('redirects other users without the flag to workspaces', async () => {
    const { address } = await renderAdmin('', { user: person() })
    await expect.poll(address).toBe('/workspaces')
  })

  it('shows other users with the flag a single staff-only error, and disables every action', async () => {
    setFlag(true)
    const { screen, api } = await renderAdmin('', {
      user: person(),
      prepare: (prepared) => prepared.refuse(staffPauses.listQuarantinedUsers, 'NotStaff'),
    })
    await expect.element(screen.getByRole('alert')).toMatchTextContent(/This is for staff only/)
    await expect.element(screen.getByRole('heading', { name: 'Weekly signup report' })).toBeVisible()
    expect(screen.getByText('Refused: NotStaff').all()).toHaveLength(1)
    for (const name of ['Search', 'Create by user id', 'Quarantine account', 'Find owner', 'Get report'])
      await expect.element(screen.getByRole('button', { name, exact: true })).toBeDisabled()
    for (const call of [
      staffPauses.listSuspendedUsers,
      staffPauses.listQuarantinedWorkspaces,
      staffRecords.list,
    ])
      expect(api.requests(call)).toEqual([])
    expect(loggedFailures()).toHaveLength(1)
  })

  it('shows one notice at the top during an outage, whose button retries everything that failed', async () => {
    const lists = [
      staffPauses.listQuarantinedUsers,
      staffPauses.listSuspendedUsers,
      staffPauses.listQuarantinedWorkspaces,
      staffRecords.list,
      staffSearch.search,
    ]
    const { screen, api } = await renderAdmin('', {
      prepare: (prepared) => {
        for (const call of lists) prepared.disconnect(call)
      },
    })
    const notice = screen.getByRole('alert')
    await expect.element(notice).toMatchTextContent(/The service cannot be reached/)
    await screen.getByLabelText('Search people, workspaces and tokens').fill('ada')
    await screen.getByRole('button', { name: 'Search', exact: true }).click()
    // The overview adds two parts.
    await expect.poll(() => screen.getByText('Not loaded.').all().length).toBe(lists.length + 2)
    expect(notice.all(), 'one notice').toHaveLength(1)
    await expect.element(screen.getByRole('button', { name: 'Get report' })).toBeEnabled()
    for (const call of lists.slice(0, 4)) api.reply(call, [])
    api.reply(staffSearch.search, { people: [], workspaces: [], tokens: [] })
    await notice.getByRole('button', { name: 'Try again' }).click()
    for (const name of ['Quarantined users', 'Suspended users', 'Quarantined workspaces', 'Staff activity'])
      await expect.element(screen.getByRole('grid', { name })).toBeVisible()
    await expect.element(screen.getByText('No results for “ada”.')).toBeVisible()
    await expect.element(notice).not.toBeInTheDocument()
    loggedFailures()
  })

  it('waits for the flag from the analytics service before redirecting other users', async () => {
    let isSaid = false
    const { promise, resolve } = Promise.withResolvers<void>()
    const waited = vi.spyOn(analytics, 'flagsLoaded').mockReturnValue(promise)
    const said = vi.spyOn(analytics, 'flag').mockImplementation(() => (isSaid ? true : undefined))
    onTestFinished(() => [waited, said].forEach((spy) => void spy.mockRestore()))
    const { screen, address } = await renderAdmin('', { user: person() })
    await expect.poll(() => waited.mock.calls).not.toEqual([])
    isSaid = true
    resolve()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Admin' })).toBeVisible()
    expect(address()).toBe('/workspace-admin')
  })

  it('shows the API’s refusal to a user with an unverified email of the staff domain', async () => {
    setFlag(true)
    const { screen } = await renderAdmin('', {
      user: { ...sasha, emailVerified: false },
      prepare: (prepared) => prepared.refuse(staffPauses.listQuarantinedUsers, 'EmailNotVerified'),
    })
    await expect.element(screen.getByText('Refused: EmailNotVerified')).toBeVisible()
    expect(screen.getByText('Refused: EmailNotVerified').all()).toHaveLength(1)
    expect(loggedFailures()).toHaveLength(1)
  })
})
