import { workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it } from 'vitest'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { workspace } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'

const shared = {
  role: 'EDITOR',
  creatorUserId: 'U2',
  creatorUser: { firstName: 'Grace', lastName: 'Hopper' },
} as const

const chosen = workspace({ id: 'W1', displayName: 'chosen', isDefault: true })
const alpha = workspace({ id: 'W2', displayName: 'alpha' })
const beta = workspace({ id: 'W3', displayName: 'beta' })

async function open(list = [chosen, alpha, beta]) {
  const app = await renderApp('/workspaces', { prepare: (api) => api.reply(workspaces.list, list) })
  const { screen } = app
  const card = (name: string) => screen.getByRole('listitem', { name, exact: true })
  await expect.element(card(list[0]?.displayName ?? '')).toBeVisible()
  return {
    ...app,
    card,
    names: () =>
      screen
        .getByRole('heading', { level: 2 })
        .elements()
        .map(({ textContent }) => textContent),
    item: async (name: string, label: string) => {
      await screen.getByRole('button', { name: `Settings of ${name}` }).click()
      return screen.getByRole('menuitem', { name: label, exact: true })
    },
  }
}

describe('the star', () => {
  it('is set optimistically, keeps the focus, and moves the card only at the next visit', async () => {
    const { screen, api, card, names } = await open()
    const held = api.hold(workspaces.setFavourite)
    await card('beta').getByRole('button', { name: 'Set Favourite' }).click()
    const star = card('beta').getByRole('button', { name: 'Remove Favourite' })
    await expect.element(star).toHaveFocus()
    expect(names()).toEqual(['chosen', 'alpha', 'beta'])
    held.release({ ...beta, isFavourite: true })
    await expect.poll(() => api.requests(workspaces.setFavourite).length).toBe(1)
    expect(api.requests(workspaces.setFavourite)[0]).toMatchObject({
      params: { workspaceId: 'W3' },
      body: { isFavourite: true },
    })
    api.reply(workspaces.list, [chosen, alpha, { ...beta, isFavourite: true }])
    await screen.getByRole('link', { name: 'Billing' }).click()
    await screen.getByRole('link', { name: 'Workspaces', exact: true }).click()
    await expect.poll(names).toEqual(['chosen', 'beta', 'alpha'])
    api.reply(workspaces.setFavourite, beta)
    await star.click()
    await expect.element(card('beta').getByRole('button', { name: 'Set Favourite' })).toBeVisible()
    expect(names()).toEqual(['chosen', 'beta', 'alpha'])
    expect(screen.getByRole('alertdialog').elements()).toEqual([])
    loggedFailures()
  })

  it('is reverted with a message if it could not be saved', async () => {
    const { screen, api, card, names } = await open()
    // The list does not answer, so only the rollback can show the old value.
    api.hold(workspaces.list)
    api.refuse(workspaces.setFavourite, 'DatabaseUnavailable', { message: 'Away for a moment' })
    await card('beta').getByRole('button', { name: 'Set Favourite' }).click()
    const failure = screen.getByRole('alert')
    await expect.element(failure).toMatchTextContent(/“beta” was not added to your favourites/)
    await expect.element(failure).toMatchTextContent(/Away for a moment/)
    await expect.element(card('beta').getByRole('button', { name: 'Set Favourite' })).toBeVisible()
    expect(names()).toEqual(['chosen', 'alpha', 'beta'])
    expect(loggedFailures()).toHaveLength(1)
  })
})

describe('the settings menu', () => {
  it('offers "Set default" only to the creator, and not for the current default', async () => {
    const { item, screen } = await open([chosen, workspace({ id: 'W4', displayName: 'theirs', ...shared })])
    await expect.element(await item('theirs', 'Hide')).toBeVisible()
    expect(screen.getByRole('menuitem', { name: 'Set default' }).query()).toBeNull()
  })

  it('hides a workspace, which can be shown again', async () => {
    const { screen, api, card, item } = await open()
    api.reply(workspaces.setHidden, ({ body }) => ({ ...beta, ...(body as { isHidden: boolean }) }))
    await (await item('beta', 'Hide')).click()
    await expect.element(card('beta')).not.toBeInTheDocument()
    const heading = screen.getByRole('heading', { level: 1 })
    await expect.element(heading).toHaveTextContent('2 Workspaces')
    await screen.getByText('Show hidden (1)').click()
    await expect.element(card('beta').getByText('Hidden', { exact: true })).toBeVisible()
    await expect.element(heading).toHaveTextContent('3 Workspaces')
    await (await item('beta', 'Show')).click()
    await expect.element(screen.getByText('Show hidden (1)')).not.toBeInTheDocument()
    await expect.element(card('beta')).toBeVisible()
    await expect.element(heading).toHaveTextContent('3 Workspaces')
    const sent = api.requests(workspaces.setHidden).map(({ body }) => body)
    expect(sent).toMatchObject([{ isHidden: true }, { isHidden: false }])
  })

  it('sets the default optimistically, shows above the list why it failed, and reloads the list once it succeeds', async () => {
    const { screen, api, card, names, item } = await open()
    const held = api.hold(workspaces.setDefault)
    api.hold(workspaces.list)
    await (await item('beta', 'Set default')).click()
    await expect.element(card('beta').getByText('DEFAULT')).toBeVisible()
    await expect.element(card('chosen').getByText('DEFAULT')).not.toBeInTheDocument()
    held.refuse('InternalError')
    const failure = screen.getByRole('alert')
    await expect.element(failure).toMatchTextContent(/“beta” was not made your default/)
    await expect.element(failure).toMatchTextContent(/Refused: InternalError/)
    await expect.element(card('chosen').getByText('DEFAULT')).toBeVisible()
    await expect.element(card('beta').getByText('DEFAULT')).not.toBeInTheDocument()
    await expect.element(card('beta').getByRole('button', { name: 'Settings of beta' })).toHaveFocus()
    expect(screen.getByRole('alertdialog').query(), 'a toast').toBeNull()
    expect(loggedFailures()).toHaveLength(1)
    api.reply(workspaces.setDefault, undefined)
    api.reply(workspaces.list, [{ ...chosen, isDefault: false }, alpha, { ...beta, isDefault: true }])
    await failure.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByText('“beta” is now your default workspace')).toBeVisible()
    expect(screen.getByText(/was not made your default/).query()).toBeNull()
    await expect.poll(() => names()[0]).toBe('beta')
  })

  it('hides a workspace immediately, and shows it again with the reason if that fails', async () => {
    const { screen, api, card, item } = await open()
    const held = api.hold(workspaces.setHidden)
    api.hold(workspaces.list)
    await (await item('alpha', 'Hide')).click()
    await expect.element(card('alpha')).not.toBeInTheDocument()
    const next = card('beta').getByRole('link', { name: /beta/ })
    await expect.element(next).toHaveFocus()
    held.refuse('InternalError')
    await expect.element(card('alpha')).toBeVisible()
    const failure = screen.getByRole('alert')
    await expect.element(failure).toMatchTextContent(/“alpha” was not hidden/)
    await expect.element(failure).toMatchTextContent(/Refused: InternalError/)
    await expect.element(next).toHaveFocus()
    expect(screen.getByRole('alertdialog').query(), 'a toast').toBeNull()
    expect(loggedFailures()).toHaveLength(1)
  })

  it('undoes hiding from the toast', async () => {
    const { screen, api, card, item } = await open()
    api.reply(workspaces.setHidden, ({ body }) => ({ ...beta, ...(body as { isHidden: boolean }) }))
    await (await item('beta', 'Hide')).click()
    await expect.element(card('beta')).not.toBeInTheDocument()
    await screen.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
    await expect.element(card('beta')).toBeVisible()
    await expect.element(screen.getByText('“beta” is shown in your list')).toBeVisible()
    expect(api.requests(workspaces.setHidden).map(({ body }) => body)).toMatchObject([
      { isHidden: true },
      { isHidden: false },
    ])
  })

  it('reports in a toast that hiding could not be undone, until the user tries again', async () => {
    const { screen, api, card, item } = await open()
    api.reply(workspaces.setHidden, { ...beta, isHidden: true })
    await (await item('beta', 'Hide')).click()
    await expect.element(card('beta')).not.toBeInTheDocument()
    api.refuse(workspaces.setHidden, 'InternalError', { message: 'It broke' })
    api.reply(workspaces.list, [chosen, alpha, { ...beta, isHidden: true }])
    await screen.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
    const failure = screen.getByText('“beta” is still hidden')
    await expect.element(failure).toBeVisible()
    await expect.element(screen.getByText(/It broke/)).toBeVisible()
    await expect.element(card('beta')).not.toBeInTheDocument()
    expect(loggedFailures()).toHaveLength(1)
    api.reply(workspaces.setHidden, { ...beta, isHidden: false })
    await screen.getByText('Show hidden (1)').click()
    await (await item('beta', 'Show')).click()
    await expect.element(screen.getByText('“beta” is shown in your list')).toBeVisible()
    expect(failure.query()).toBeNull()
  })

  it('moves the focus to the next card when one is hidden, and to the last card after the last', async () => {
    const { api, card, item } = await open()
    api.reply(workspaces.setHidden, ({ params, body }) => ({
      ...(params.workspaceId === 'W2' ? alpha : beta),
      ...(body as { isHidden: boolean }),
    }))
    const link = (name: string) => card(name).getByRole('link', { name: new RegExp(name) })
    await (await item('alpha', 'Hide')).click()
    await expect.element(card('alpha')).not.toBeInTheDocument()
    await expect.element(link('beta')).toHaveFocus()
    await (await item('beta', 'Hide')).click()
    await expect.element(card('beta')).not.toBeInTheDocument()
    await expect.element(link('chosen')).toHaveFocus()
  })

  it('moves the focus to "Show hidden" when every workspace is hidden, and none is counted', async () => {
    const { screen, api, item } = await open([beta])
    api.reply(workspaces.setHidden, { ...beta, isHidden: true })
    await (await item('beta', 'Hide')).click()
    await expect.element(screen.getByText('All your workspaces are hidden')).toBeVisible()
    await expect.element(screen.getByRole('heading', { name: 'Create A Workspace' })).toBeVisible()
    const show = screen.getByRole('button', { name: 'Show hidden' })
    await expect.element(show).toHaveFocus()
    await show.click()
    await expect.element(screen.getByRole('heading', { name: 'One Workspace' })).toBeVisible()
  })

  it('shows a message if only hidden workspaces match', async () => {
    const { screen, card } = await open([chosen, { ...beta, isHidden: true }])
    await screen.getByPlaceholder('Search workspaces...').fill('beta')
    await expect.element(screen.getByText('Only hidden workspaces match “beta”')).toBeVisible()
    await screen.getByRole('button', { name: 'Show hidden' }).click()
    await expect.element(card('beta')).toBeVisible()
  })
})
