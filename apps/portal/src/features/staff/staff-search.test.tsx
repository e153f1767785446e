import { type SearchResult, staffSearch } from '@portal/contract/staff/search/search'
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { person } from '../../testing/people.ts'
import { personReport, renderAdmin, userRecord } from '../../testing/staff.ts'

const nothing: SearchResult = { people: [], workspaces: [], tokens: [] }

const found: SearchResult = {
  people: [
    {
      ...userRecord({ quarantinedAt: '2024-11-05T09:30:00.000Z' }),
      firstName: 'Ada',
      lastName: 'Lovelace',
      nickname: 'ada',
      deletedAt: '2024-11-06T09:30:00.000Z',
    },
  ],
  workspaces: [
    { id: 'W1', displayName: 'Adaptations', instanceUrl: 'https://a.example', ownerEmail: 'o@example.com' },
  ],
  tokens: [
    {
      id: 'T1',
      name: 'Deploys',
      kind: 'api',
      userId: 'U9',
      email: 'linus@example.com',
      workspaceId: 'W2',
      workspaceName: 'Staging',
      isActive: false,
    },
  ],
}

async function open(answer = found) {
  const app = await renderAdmin('', { prepare: (api) => api.reply(staffSearch.search, answer) })
  return { ...app, box: app.screen.getByLabelText('Search people, workspaces and tokens') }
}

describe('Staff search', () => {
  it('searches only on Enter, and states that each search is logged', async () => {
    const { screen, api, box } = await open()
    await expect.element(screen.getByText(/Press Enter to search. Each search is logged/)).toBeVisible()
    await box.fill('ada')
    await userEvent.type(box, ' l')
    expect(api.requests(staffSearch.search)).toEqual([])
    await userEvent.keyboard('{Enter}')
    await expect
      .poll(() => api.requests(staffSearch.search).map(({ query }) => query))
      .toEqual([{ text: 'ada l' }])
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => api.requests(staffSearch.search).length).toBe(2)
  })

  it('links to the pages of users and workspaces, and from a token to its user', async () => {
    const { screen, box } = await open()
    await box.fill('ada')
    await userEvent.keyboard('{Enter}')
    const row = (list: string) => screen.getByRole('list', { name: list, exact: true }).getByRole('listitem')
    await expect
      .element(row('People'))
      .toMatchTextContent(/ada@example\.com.*Deleted.*Quarantined.*Ada Lovelace/)
    await expect
      .element(row('People').getByRole('link'))
      .toHaveAttribute('href', `/workspace-admin/people/${person().id}`)
    await expect.element(row('Workspaces')).toMatchTextContent(/owned by o@example\.com/)
    await expect
      .element(row('Workspaces').getByRole('link'))
      .toHaveAttribute('href', '/workspace-admin/workspaces/W1')
    await expect.element(row('Tokens')).toMatchTextContent(/API token.*Inactive.*of linus@example\.com/)
    await expect
      .element(row('Tokens').getByRole('link', { name: 'Deploys' }))
      .toHaveAttribute('href', '/workspace-admin/people/U9')
  })

  it('shows the last results again when the user returns, without another search', async () => {
    const { screen, api, router, box } = await open()
    api.reply(staffSearch.readPerson, personReport())
    await box.fill('ada')
    await userEvent.keyboard('{Enter}')
    await screen.getByRole('link', { name: 'ada@example.com' }).click()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Ada Lovelace' })).toBeVisible()
    router.history.back()
    await expect.element(screen.getByRole('list', { name: 'People', exact: true })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'ada@example.com' })).toBeVisible()
    expect(api.requests(staffSearch.search)).toHaveLength(1)
  })

  it('requires at least two characters', async () => {
    const { api, screen, box } = await open()
    await box.fill(' a ')
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByText('Enter at least 2 characters')).toBeVisible()
    expect(api.requests(staffSearch.search)).toEqual([])
  })

  it('says what it compares if nothing matches, and shows an error if the search fails', async () => {
    const { api, screen, box } = await open(nothing)
    await box.fill('zzz')
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByText('No results for “zzz”.')).toBeVisible()
    await expect
      .element(screen.getByText(/compares the start of emails and names, and complete ids/))
      .toBeVisible()
    api.refuse(staffSearch.search, 'DatabaseUnavailable', { message: 'Not now' })
    await box.fill('yyy')
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByText('Not now')).toBeVisible()
    expect(loggedFailures()).toHaveLength(1)
  })
})
