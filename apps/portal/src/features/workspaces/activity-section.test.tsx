import { activity, activityActs, eventLabels } from '@portal/contract/activity/activity'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it, vi } from 'vitest'
import { requestId } from '../../testing/fake-api.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { workspace } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { activityEntry, notOwned } from '../../testing/team.ts'
import { actorName } from './activity-cells.tsx'

async function open(list = [activityEntry()]) {
  const app = await renderApp('/workspace/W1/activity', {
    prepare: (api) => {
      api.reply(workspaces.read, workspace({ id: 'W1' }))
      api.reply(activity.list, list)
    },
  })
  const log = app.screen.getByRole('grid', { name: 'Activity' })
  await expect.element(log).toBeVisible()
  return { ...app, log, download: app.screen.getByRole('button', { name: 'Download CSV' }) }
}

describe('the activity log', () => {
  it('shows who did what, to whom, when and from where, with the exact time on hover', async () => {
    const entry = activityEntry()
    const { screen, log } = await open([entry])
    for (const text of ['Invited a member', 'new@example.com', 'Ada Lovelace', 'from 203.0.113.7'])
      await expect.element(log.getByText(text)).toBeVisible()
    await log.getByText('2 hours ago').hover()
    await expect.element(screen.getByText(/ at \d+:\d\d:\d\d [AP]M$/)).toBeVisible()
  })

  it('isolates the old and the new value of a change, so that Arabic names keep their order', async () => {
    const subject = 'name: مستودع → معمل; description'
    const { log } = await open([activityEntry({ act: 'workspace.updated', subject })])
    const cell = log.getByText(subject)
    await expect.element(cell).toBeVisible()
    const values = [...cell.element().querySelectorAll('bdi')]
    expect(values.map(({ textContent }) => textContent)).toEqual(['name: مستودع', 'معمل', 'description'])
  })

  it('is shown only to owners', async () => {
    const { screen, api } = await renderApp('/workspace/W1/activity', {
      prepare: (api) => api.reply(workspaces.read, workspace({ id: 'W1', role: 'APPROVER', ...notOwned })),
    })
    await expect.element(screen.getByText('Only the owner can see the activity')).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'Show members' }))
      .toHaveAttribute('href', '/workspace/W1/members')
    expect(screen.getByRole('link', { name: 'Activity' }).query()).toBeNull()
    expect(api.requests(activity.list)).toEqual([])
  })

  it('applies the event filter and the search to the log and the download, and says how far back they reach', async () => {
    const { screen, api, download } = await open()
    await expect.element(screen.getByText(/cover the latest 100,000 events\.$/)).toBeVisible()
    await screen.getByRole('button', { name: /All events/ }).click()
    await screen.getByRole('option', { name: 'Removed a member' }).click()
    await screen.getByRole('searchbox', { name: 'Search activity...' }).fill(' grace & co ')
    await expect
      .poll(() => api.requests(activity.list).at(-1)?.query)
      .toMatchObject({
        act: 'member.removed',
        search: 'grace & co',
        limit: '26',
      })
    const saved: HTMLAnchorElement[] = []
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this)
    })
    const text = vi.spyOn(URL, 'createObjectURL')
    api.answer(activity.download, 200, 'Time,Act\r\n')
    await download.click()
    await expect.poll(() => saved.map((link) => link.download)).toEqual(['activity-W1.csv'])
    const [[csv] = []] = text.mock.calls
    expect(await (csv as Blob).text()).toBe('Time,Act\r\n')
    expect(api.requests(activity.download)[0]?.query).toEqual({ act: 'member.removed', search: 'grace & co' })
    click.mockRestore()
    text.mockRestore()
  })

  it('cancels a search when the next one replaces it', async () => {
    const { screen, api, log } = await open()
    const search = screen.getByRole('searchbox', { name: 'Search activity...' })
    api.hold(activity.list)
    await search.fill('gr')
    await expect.poll(() => api.requests(activity.list).at(-1)?.query).toMatchObject({ search: 'gr' })
    api.reply(activity.list, [activityEntry({ subject: 'grace@example.com' })])
    await search.fill('grace')
    await expect.element(log.getByText('grace@example.com')).toBeVisible()
    expect(api.requests(activity.list).map(({ isCanceled }) => isCanceled)).toEqual([false, true, false])
    expect(loggedFailures()).toEqual([])
  })

  it('shows why the download failed, with the request id and a retry', async () => {
    const { screen, api, download } = await open()
    api.refuse(activity.download, 'TooManyRequests', { message: 'Not so fast' })
    await download.click()
    await expect.element(screen.getByText('Not so fast')).toBeVisible()
    await expect.element(screen.getByText(requestId)).toBeVisible()
    expect(loggedFailures()).toHaveLength(1)
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    api.answer(activity.download, 200, '')
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => screen.getByText('Not so fast').query()).toBeNull()
    expect(click).toHaveBeenCalledOnce()
    click.mockRestore()
  })

  it('loads older entries page by page, until a full page is the last', async () => {
    const more = Array.from({ length: 26 }, (_, index) => activityEntry({ id: `A${index}` }))
    const { screen, api, log } = await open(more)
    expect(log.getByRole('rowheader').elements()).toHaveLength(25)
    const full = Array.from({ length: 24 }, (_, index) => activityEntry({ id: `B${index}` }))
    api.reply(activity.list, [activityEntry({ id: 'C', act: 'workspace.created', subject: null }), ...full])
    await screen.getByRole('button', { name: 'Show older' }).click()
    await expect.element(log.getByText('Created the workspace')).toBeVisible()
    expect(log.getByRole('rowheader').elements()).toHaveLength(50)
    expect(api.requests(activity.list).at(-1)?.query).toMatchObject({ after: 'A24' })
    expect(screen.getByRole('button', { name: 'Show older' }).query()).toBeNull()
  })

  it('shows separate messages for no matches and for an empty log', async () => {
    const { screen, log } = await open([])
    await expect.element(log.getByText('No activity yet')).toBeVisible()
    await screen.getByRole('searchbox', { name: 'Search activity...' }).fill('x')
    await expect.element(log.getByText('No entries match “x”')).toBeVisible()
    await log.getByRole('button', { name: 'Clear search' }).click()
    await expect.element(log.getByText('No activity yet')).toBeVisible()
    const search = screen.getByRole('searchbox', { name: 'Search activity...' })
    await expect.element(search).toHaveValue('')
    await expect.element(search).toHaveFocus()
  })

  it('shows why loading failed and offers a retry', async () => {
    const { screen, api } = await renderApp('/workspace/W1/activity', {
      prepare: (api) => {
        api.reply(workspaces.read, workspace({ id: 'W1' }))
        api.refuse(activity.list, 'DatabaseUnavailable', { message: 'Not now' })
      },
    })
    await expect.element(screen.getByText('Not now')).toBeVisible()
    api.reply(activity.list, [activityEntry()])
    await screen.getByRole('button', { name: 'Try again' }).click()
    const log = screen.getByRole('grid', { name: 'Activity' })
    await expect.element(log.getByText('Invited a member')).toBeVisible()
    expect(loggedFailures()).toHaveLength(1)
  })
})

it('eventLabels are distinct', () => {
  expect(new Set(activityActs.map((act) => eventLabels[act])).size).toBe(activityActs.length)
})

it('actorName names the actor by name, email or a fallback', () => {
  const actor = {
    userId: 'U',
    firstName: null,
    lastName: null,
    email: 'ada@example.com',
    serviceAccount: null,
    tokenName: null,
  }
  expect(actorName({ actor })).toBe('ada@example.com')
  expect(actorName({ actor: { ...actor, userId: null, email: null } })).toBe('Staff or system')
  expect(actorName({ actor: { ...actor, email: null } })).toBe('Deleted user')
  const serviceAccount = { id: 'S1', name: 'deploy-bot' }
  expect(actorName({ actor: { ...actor, serviceAccount } })).toBe('deploy-bot')
})
