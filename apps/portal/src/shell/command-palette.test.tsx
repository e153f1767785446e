import { members } from '@portal/contract/members/members'
import { tokens } from '@portal/contract/tokens/tokens'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { showToast } from '@portal/ui/lib/toast-queue'
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { browserNavigation } from '../lib/guard/browser-navigation.ts'
import { loggedFailures } from '../testing/logged-failures.ts'
import { person, unreviewed, workspace } from '../testing/people.ts'
import { renderApp } from '../testing/render-app.tsx'
import { grace } from '../testing/team.ts'
import { authToken } from '../testing/tokens.ts'

const list = [
  workspace({ id: 'W1', displayName: 'Production' }),
  workspace({ id: 'W2', displayName: 'Old production', lastOpenedAt: '2025-03-01T00:00:00.000Z' }),
  workspace({ id: 'W3', displayName: 'Paused', quarantinedAt: '2025-01-01T00:00:00.000Z' }),
  workspace({ id: 'W4', displayName: 'Away', isHidden: true }),
]

async function open(known = list) {
  const app = await renderApp('/profile', {
    prepare: (api) => {
      api.reply(workspaces.list, known)
      api.reply(members.list, [grace])
      api.reply(tokens.mine, {
        authTokens: [{ ...authToken(), workspace: { id: 'W1', displayName: 'Production' } }],
      })
    },
  })
  const { screen } = app
  await expect.element(screen.getByRole('button', { name: /^Search (Ctrl|⌘)/ })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  const palette = screen.getByRole('dialog', { name: 'Command palette' })
  await expect
    .element(
      palette.getByRole('searchbox').or(palette.getByRole('textbox')).or(palette.getByRole('combobox')),
    )
    .toHaveFocus()
  return {
    ...app,
    palette,
    items: () =>
      palette
        .getByRole('menuitem')
        .elements()
        .map(({ textContent }) => textContent),
  }
}

describe('the command palette', () => {
  it('opens with Ctrl-K, finds a workspace by a part of its name, and opens it with Enter', async () => {
    const { palette } = await open()
    await userEvent.keyboard('prod')
    expect(document.activeElement?.getAttribute('dir')).toBe('auto')
    await expect.element(palette.getByRole('menuitem', { name: /^Production/ })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    expect(browserNavigation.go).toHaveBeenCalledWith('http://localhost:9001/workspaces/W1/go')
    await expect.element(palette).not.toBeInTheDocument()
  })

  it.each(['л', 'κ', 'ל', 'ن'])('opens with the key of K on a layout that writes %s', async (key) => {
    const { screen, palette } = await open()
    await userEvent.keyboard('{Escape}')
    await expect.element(palette).not.toBeInTheDocument()
    const press = (init: KeyboardEventInit) =>
      document.dispatchEvent(new KeyboardEvent('keydown', { ctrlKey: true, bubbles: true, ...init }))
    // Dvorak has another Latin letter at this place.
    press({ key: 't', code: 'KeyK' })
    expect(screen.getByRole('dialog').query()).toBeNull()
    press({ key, code: 'KeyK' })
    await expect.element(palette).toBeVisible()
  })

  it('opens while a message is shown', async () => {
    const { screen } = await renderApp('/profile')
    showToast('Saved', { tone: 'danger' })
    await expect.element(screen.getByRole('alertdialog', { name: 'Saved' })).toBeVisible()
    await userEvent.keyboard('{Control>}k{/Control}')
    await expect.element(screen.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
  })

  it.each(['before its code has loaded', 'once its code has loaded'])(
    'receives what is typed right after Ctrl-K %s, instead of the form behind',
    async (moment) => {
      const { screen } = await renderApp('/profile')
      const nickname = screen.getByLabelText('Nickname')
      const palette = screen.getByRole('dialog', { name: 'Command palette' })
      await nickname.click()
      if (moment.startsWith('once')) {
        await userEvent.keyboard('{Control>}k{/Control}{Escape}')
        await expect.element(palette).not.toBeInTheDocument()
        await expect.element(nickname).toHaveFocus()
      }
      await userEvent.keyboard('{Control>}k{/Control}billing')
      await expect
        .element(palette.getByLabelText('Search workspaces, pages and actions'))
        .toHaveValue('billing')
      await expect.element(nickname).toHaveValue('ada')
    },
  )

  it('links to the settings and tokens of found workspaces', async () => {
    const { palette, address } = await open()
    await userEvent.keyboard('old')
    await palette.getByRole('menuitem', { name: 'API tokens of Old production' }).click()
    await expect.poll(address).toBe('/workspace/W2/tokens')
    loggedFailures()
  })

  it('lists the most recently opened workspace first, and selects it', async () => {
    const { palette, items } = await open()
    await expect.element(palette.getByRole('menuitem').first()).toHaveAttribute('data-focused', 'true')
    expect(items().slice(0, 2)).toEqual([
      'Old productionhttps://app.systeminit.com',
      'Productionhttps://app.systeminit.com',
    ])
    await userEvent.keyboard('{Enter}')
    expect(browserNavigation.go).toHaveBeenCalledWith('http://localhost:9001/workspaces/W2/go')
  })

  it('asks for the workspace of a page in a second step, and goes back with Backspace', async () => {
    const { palette, items, address } = await open()
    await userEvent.keyboard('tok')
    await expect.element(palette.getByRole('menuitem', { name: 'API tokens of…' })).toBeVisible()
    expect(items()).toEqual([
      'API tokens of Old production',
      'API tokens of…',
      'My tokensgk',
      'Create an API token in Old production',
      'Create an API token in…',
    ])
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(palette.getByLabelText('Choose a workspace')).toHaveFocus()
    await expect.poll(items).toEqual(['Old production', 'Production', 'Away', 'Paused'])
    await userEvent.keyboard('{Backspace}')
    await expect.element(palette.getByLabelText('Search workspaces, pages and actions')).toHaveFocus()
    await userEvent.keyboard('tok')
    await palette.getByRole('menuitem', { name: 'API tokens of…' }).click()
    await userEvent.keyboard('awa{Enter}')
    await expect.poll(address).toBe('/workspace/W4/tokens')
    loggedFailures()
  })

  it('finds a member and a token, and opens their pages with a search for them', async () => {
    const { screen, palette, address } = await open()
    await userEvent.keyboard('deploys')
    await expect.element(palette.getByRole('menuitem', { name: /^Deploys/ })).toBeVisible()
    await userEvent.keyboard('{Control>}a{/Control}hopper')
    await palette.getByRole('menuitem', { name: /^Grace Hopper.*Old production/ }).click()
    await expect.poll(address).toBe('/workspace/W2/members?find=grace%40example.com')
    await expect.element(screen.getByRole('dialog', { name: 'Command palette' })).not.toBeInTheDocument()
    loggedFailures()
  })

  it('narrows the pages to matching workspaces with a second word, and hides pages that the role may not see', async () => {
    const { palette, items } = await open([
      ...list,
      workspace({ id: 'W5', displayName: 'Shared production', role: 'EDITOR', creatorUserId: 'U2' }),
    ])
    await userEvent.keyboard('danger prod')
    await expect
      .element(palette.getByRole('menuitem').first())
      .toHaveTextContent('Danger zone of Old production')
    expect(items()).toEqual(['Danger zone of Old production', 'Danger zone of Production'])
  })

  it('switches the theme, and offers the system theme once another is chosen', async () => {
    const { screen, palette, items } = await open()
    expect(items()).not.toContain('Use the system theme')
    await userEvent.keyboard('theme{Enter}')
    expect(localStorage.getItem('SI-THEME')).not.toBeNull()
    await screen.getByRole('button', { name: /^Search (Ctrl|⌘)/ }).click()
    await palette.getByRole('menuitem', { name: 'Use the system theme' }).click()
    expect(localStorage.getItem('SI-THEME')).toBeNull()
  })

  it('omits quarantined workspaces, and lists hidden ones only in search results', async () => {
    const { palette, items } = await open()
    await expect.element(palette.getByRole('menuitem', { name: /^Production/ })).toBeVisible()
    expect(items().filter((text) => text?.startsWith('Paused') || text?.startsWith('Away'))).toEqual([])
    await userEvent.keyboard('away')
    await expect.element(palette.getByRole('menuitem', { name: /^Away/ })).toBeVisible()
  })

  it('links to the documentation when nothing matches, but does not open it with Enter', async () => {
    const { palette } = await open()
    await userEvent.keyboard('zzz')
    const link = palette.getByRole('link', { name: /^Open the documentation/ })
    await expect.element(palette.getByText('No results for “zzz”.')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    expect(browserNavigation.openTab).not.toHaveBeenCalled()
    await userEvent.tab()
    await expect.element(link).toHaveFocus()
    await expect.element(link).toHaveAttribute('href', 'https://docs.systeminit.com')
    await userEvent.keyboard('{Escape}')
    await expect.element(palette).not.toBeInTheDocument()
  })

  it('closes with Escape in the field when nothing matches', async () => {
    const { palette } = await open()
    await userEvent.keyboard('zzz')
    await expect.element(palette.getByText(/^No results/)).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(palette).not.toBeInTheDocument()
  })

  it('selects the first row again after a text without results', async () => {
    const { palette } = await open()
    await userEvent.keyboard('prodz')
    await expect.element(palette.getByText(/^No results/)).toBeVisible()
    await userEvent.keyboard('{Backspace}')
    await expect.element(palette.getByRole('menuitem').first()).toHaveAttribute('data-focused', 'true')
    await userEvent.keyboard('{Enter}')
    expect(browserNavigation.go).toHaveBeenCalledWith('http://localhost:9001/workspaces/W1/go')
  })

  async function openUnverified() {
    const app = await renderApp('/legal', { user: person({ emailVerified: false }) })
    await app.screen.getByRole('button', { name: /^Search (Ctrl|⌘)/ }).click()
    return { ...app, palette: app.screen.getByRole('dialog', { name: 'Command palette' }) }
  }

  it('disables entries that need a verified email, which the keyboard reaches, with the reason in their names', async () => {
    const { palette, address } = await openUnverified()
    for (const name of ['Workspaces', 'Billing', 'Create New Workspace'])
      await expect
        .element(palette.getByRole('menuitem', { name: `${name} Verify your email address first.` }))
        .toHaveAttribute('aria-disabled', 'true')
    await userEvent.keyboard('bill')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(palette.getByRole('menuitem')).toHaveAttribute('data-focused')
    await expect.element(palette).toBeVisible()
    expect(address()).toBe('/legal')
  })

  it('links to the profile form while the email is unverified', async () => {
    const { palette, address } = await openUnverified()
    await palette.getByRole('menuitem', { name: 'Profile' }).click()
    await expect.poll(address).toBe('/profile?edit=true')
  })

  it('is unavailable until the profile is complete', async () => {
    const { screen } = await renderApp('/profile', { user: person(unreviewed) })
    await expect.element(screen.getByRole('button', { name: /^Hi/ })).toBeVisible()
    expect(screen.getByRole('button', { name: /^Search (Ctrl|⌘)/ }).query()).toBeNull()
  })
})
