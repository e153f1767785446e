import { account } from '@portal/contract/account/account'
import { legal } from '@portal/contract/legal/legal'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it, onTestFinished } from 'vitest'
import { unsavedInput } from '../lib/layout/unsaved-input.ts'
import { loggedFailures } from '../testing/logged-failures.ts'
import { person } from '../testing/people.ts'
import { renderApp } from '../testing/render-app.tsx'

const bob = person({ id: '01JPERSON00000000000000BOB', email: 'bob@example.com', firstName: 'Bob' })

/** Simulates another tab of the browser. */
function otherTab() {
  const channel = new BroadcastChannel('SI-SESSION')
  const heard: unknown[] = []
  channel.onmessage = ({ data }) => heard.push(data)
  onTestFinished(() => channel.close())
  return { heard, announce: (userId: string | null) => channel.postMessage(userId) }
}

type App = Awaited<ReturnType<typeof renderApp>>

async function expectBob({ screen }: App) {
  await expect.element(screen.getByText('You are now signed in as bob@example.com')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Hi Bob' })).toBeVisible()
}

describe('a page whose browser is now signed in as another user', () => {
  it('is refused when it creates a workspace, and reloads as that user', async () => {
    const app = await renderApp('/workspace/new')
    const { screen, api } = app
    await expect.element(screen.getByRole('button', { name: 'Hi Ada' })).toBeVisible()
    api.refuse(workspaces.create, 'AccountChanged')
    api.reply(account.whoami, { user: bob })
    await screen.getByRole('textbox', { name: /^Display Name/ }).fill('Mine')
    await screen.getByRole('button', { name: 'Create Workspace' }).click()
    await expectBob(app)
    expect(api.requests(workspaces.create)[0]?.headers['x-account-id']).toBe(person().id)
    expect(loggedFailures()).toEqual([expect.stringContaining('AccountChanged')])
  })

  it('is refused when it accepts the terms, and reloads as that user', async () => {
    const app = await renderApp('/review-legal', { user: person({ needsTosUpdate: true }) })
    await expect.element(app.screen.getByRole('button', { name: 'Hi Ada' })).toBeVisible()
    app.api.refuse(legal.agree, 'AccountChanged')
    app.api.reply(account.whoami, { user: { ...bob, needsTosUpdate: true } })
    await app.screen.getByText(/I have read and agree/).click()
    await app.screen.getByRole('button', { name: 'Agree and continue' }).click()
    await expectBob(app)
    await expect.element(app.screen.getByRole('checkbox')).not.toBeChecked()
    loggedFailures()
  })

  it('reloads as that user when another tab announces the sign-in, and drops what was typed and kept', async () => {
    const app = await renderApp('/workspace/new')
    const { screen, api } = app
    const name = screen.getByRole('textbox', { name: /^Display Name/ })
    await name.fill('Typed by Ada')
    const kept = unsavedInput<string>('TEST')
    kept.keep(person().id, 'kept for Ada')
    api.reply(account.whoami, { user: bob })
    otherTab().announce(bob.id)
    await expectBob(app)
    await expect.element(name).toHaveValue('')
    expect(kept.take(person().id)).toBeUndefined()
    expect(sessionStorage.getItem('SI-UNSAVED-TEST')).toBeNull()
  })

  it('leads to sign-in when another tab announces the sign-out', async () => {
    const { screen, api } = await renderApp('/profile')
    await expect.element(screen.getByRole('button', { name: 'Hi Ada' })).toBeVisible()
    api.refuse(account.whoami, 'NotSignedIn')
    otherTab().announce(null)
    await expect.element(screen.getByRole('heading', { name: 'Welcome to System Initiative' })).toBeVisible()
    loggedFailures()
  })

  it('shows nothing new when the announcement is wrong, because it asks the API', async () => {
    const { screen, api } = await renderApp('/profile')
    await expect.element(screen.getByRole('button', { name: 'Hi Ada' })).toBeVisible()
    const before = api.requests(account.whoami).length
    otherTab().announce(bob.id)
    await expect.poll(() => api.requests(account.whoami).length).toBe(before + 1)
    await expect.element(screen.getByRole('button', { name: 'Hi Ada' })).toBeVisible()
    expect(screen.getByText(/^You are now signed in/).query()).toBeNull()
  })
})

describe('a page that has loaded', () => {
  it('announces its user to the other tabs', async () => {
    const tab = otherTab()
    await renderApp('/legal')
    await expect.poll(() => tab.heard).toEqual([person().id])
  })

  it('announces that no user is signed in', async () => {
    const tab = otherTab()
    await renderApp('/legal', { user: null })
    await expect.poll(() => tab.heard).toEqual([null])
    loggedFailures()
  })

  it('announces the sign-out on the logout-success page', async () => {
    const tab = otherTab()
    await renderApp('/logout-success', { user: null })
    await expect.poll(() => tab.heard).toContain(null)
    loggedFailures()
  })
})
