import { myData } from '@portal/contract/my-data'
import { describe, expect, it, vi } from 'vitest'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { person } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'

type Preview = {
  blockedBy: { id: string; displayName: string; memberCount: number }[]
  goesWith: Workspace[]
}
type Workspace = { id: string; displayName: string }

async function openDeletion(preview: Preview) {
  const app = await renderApp('/profile/data')
  app.api.reply(myData.deletionPreview, preview)
  await app.screen.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = app.screen.getByRole('alertdialog', { name: 'Delete your account?' })
  await expect.element(dialog).toBeVisible()
  return { ...app, dialog, confirm: dialog.getByRole('button', { name: 'Delete my account' }) }
}

describe('My data', () => {
  it('downloads everything as JSON', async () => {
    const { screen, api } = await renderApp('/profile/data')
    api.reply(myData.download, { user: { email: 'ada@example.com' } })
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    await screen.getByRole('button', { name: 'Download my data' }).click()
    await expect.poll(() => clicked).toHaveBeenCalledOnce()
    const link = clicked.mock.contexts[0] as HTMLAnchorElement
    expect(link.download).toMatch(/^my-data-\d{4}-\d{2}-\d{2}\.json$/)
    expect(link.href).toMatch(/^blob:/)
    clicked.mockRestore()
  })

  it('shows why the download failed', async () => {
    const { screen, api } = await renderApp('/profile/data')
    api.refuse(myData.download, 'InternalError', { message: 'It broke' })
    await screen.getByRole('button', { name: 'Download my data' }).click()
    await expect.element(screen.getByText('It broke')).toBeVisible()
    expect(loggedFailures()).toHaveLength(1)
  })
})

describe('deleting the account', () => {
  it('lists the deleted workspaces, and requires the exact email', async () => {
    const { api, dialog, confirm } = await openDeletion({
      blockedBy: [],
      goesWith: [{ id: 'W1', displayName: 'Laptop' }],
    })
    await expect
      .element(dialog.getByRole('list', { name: 'Workspaces that will be deleted' }))
      .toHaveTextContent('Laptop')
    await expect.element(confirm).toBeDisabled()
    const field = dialog.getByRole('textbox', { name: 'Type ada@example.com to confirm' })
    await field.fill('ada@example')
    await expect.element(confirm).toBeDisabled()
    await field.fill(' Ada@Example.com ')
    api.reply(myData.deleteAccount, undefined)
    await confirm.click()
    await expect
      .poll(() => browserNavigation.replace)
      .toHaveBeenCalledWith('http://localhost:9001/auth/logout')
    expect(api.requests(myData.deleteAccount)[0]?.params).toEqual({ userId: person().id })
  })

  it('is blocked while a workspace has other members, with a link to it', async () => {
    const { dialog, confirm } = await openDeletion({
      blockedBy: [{ id: 'W1', displayName: 'Production', memberCount: 3 }],
      goesWith: [],
    })
    const link = dialog.getByRole('link', { name: 'Production' })
    await expect.element(link).toHaveAttribute('href', '/workspace/W1')
    await expect.element(dialog.getByText(/Transfer each workspace to another member/)).toBeVisible()
    expect(confirm.query()).toBeNull()
    expect(dialog.getByRole('textbox').query()).toBeNull()
  })

  it('shows a reason that has arisen in the meantime', async () => {
    const { api, dialog, confirm } = await openDeletion({ blockedBy: [], goesWith: [] })
    await expect.element(dialog.getByText('No workspaces will be deleted.')).toBeVisible()
    await dialog.getByRole('textbox').fill('ada@example.com')
    api.refuse(myData.deleteAccount, 'Conflict', { message: 'Somebody has joined' })
    api.reply(myData.deletionPreview, {
      blockedBy: [{ id: 'W1', displayName: 'Production', memberCount: 2 }],
      goesWith: [],
    })
    await confirm.click()
    await expect.element(dialog.getByText('Somebody has joined')).toBeVisible()
    await expect.element(dialog.getByRole('link', { name: 'Production' })).toBeVisible()
    expect(browserNavigation.replace).not.toHaveBeenCalled()
    expect(loggedFailures()).toHaveLength(1)
  })
})
