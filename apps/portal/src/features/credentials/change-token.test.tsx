import { tokens } from '@portal/contract/tokens/tokens'
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { pressTwice } from '../../testing/press-twice.ts'
import { authToken, renderTokens } from '../../testing/tokens.ts'

const failedText = 'Error. Token not revoked!'

async function openList() {
  const use = { lastUsedAt: new Date(Date.now() - 300_000).toISOString(), lastUsedIp: '203.0.113.7' }
  const app = await renderTokens([authToken(use), authToken({ id: 'T2', name: 'Nightly' })])
  const row = app.screen.getByRole('row', { name: /Deploys/ })
  await expect.element(row).toBeVisible()

  async function revoke() {
    const before = app.api.requests(tokens.revoke).length
    const button = row.getByRole('button', { name: 'Revoke' })
    await button.click()
    expect(app.api.requests(tokens.revoke)).toHaveLength(before)
    await pressTwice(button, () => app.api.requests(tokens.revoke).length > before)
  }
  return { ...app, row, revoke }
}

describe('revoking a token', () => {
  it('asks first, then moves the token to the inactive list with the current date', async () => {
    const { screen, api, revoke } = await openList()
    api.reply(tokens.revoke, undefined)
    await revoke()
    const gone = screen.getByRole('grid', { name: 'Inactive Tokens' }).getByRole('row', { name: /Deploys/ })
    await expect.element(gone.getByText(/^Today at/)).toBeVisible()
    await expect.element(gone.getByText('Revoked', { exact: true })).toBeVisible()
    await expect.element(screen.getByText('“Deploys” is revoked')).toBeVisible()
    expect(api.requests(tokens.revoke)[0]?.params.tokenId).toBe(authToken().id)
    const active = screen.getByRole('grid', { name: 'Active Tokens' })
    expect(active.getByRole('rowheader').elements()).toHaveLength(1)
  })

  it('says when the token was last used, and keeps its expiry in view while it asks', async () => {
    const { screen, row } = await openList()
    const button = row.getByRole('button', { name: 'Revoke' })
    await button.click()
    const armed = row.getByRole('button', { name: 'You sure? Click again to confirm' })
    await expect.element(armed).toBeVisible()
    const lastUse = { name: 'Last used 5 minutes ago from 203.0.113.7' }
    await expect.element(screen.getByRole('tooltip', lastUse)).toBeVisible()
    const expiry = row.getByText('November 6, 2124').element().getBoundingClientRect()
    expect(armed.element().getBoundingClientRect().left).toBeGreaterThan(expiry.right)
  })

  it('shows an alert icon after a failure, which retries', async () => {
    const { screen, api, row, revoke } = await openList()
    api.refuse(tokens.revoke, 'InternalError')
    await revoke()
    const retry = row.getByRole('button', { name: failedText })
    await expect.element(retry).toBeVisible()
    await expect.element(retry).toHaveFocus()
    expect(loggedFailures()).toHaveLength(1)
    await userEvent.hover(screen.getByRole('heading', { level: 1 }))
    await userEvent.hover(retry)
    await expect.element(screen.getByRole('tooltip', { name: failedText })).toBeVisible()

    await retry.click()
    await expect.poll(() => api.requests(tokens.revoke)).toHaveLength(2)
    await expect.element(retry).toBeVisible()
    await expect.poll(() => loggedFailures()).toHaveLength(1)

    api.reply(tokens.revoke, undefined)
    await retry.click()
    const gone = screen.getByRole('grid', { name: 'Inactive Tokens' })
    await expect.element(gone.getByText('Deploys')).toBeVisible()
  })
})

describe('renaming a token', () => {
  it('sends the changed name and shows it', async () => {
    const { screen, api } = await openList()
    api.reply(tokens.rename, ({ body }) => ({
      authToken: authToken({ name: (body as { name: string }).name }),
    }))
    await screen.getByRole('button', { name: 'Rename Deploys' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Rename token' })
    const name = dialog.getByRole('textbox', { name: 'Token Name' })
    await expect.element(name).toHaveValue('Deploys')
    await expect.element(dialog.getByRole('button', { name: 'Rename' })).toBeDisabled()
    await name.fill('  Releases ')
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('row', { name: /Releases/ })).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(api.requests(tokens.rename)[0]?.body).toMatchObject({ name: 'Releases' })
  })

  it('stays open and shows why it failed', async () => {
    const { screen, api } = await openList()
    await screen.getByRole('button', { name: 'Rename Deploys' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Rename token' })
    api.refuse(tokens.rename, 'NotAllowed', { message: 'Only its creator or an owner may.' })
    await dialog.getByRole('textbox', { name: 'Token Name' }).fill('Mine')
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await expect.element(dialog.getByText('Only its creator or an owner may.')).toBeVisible()
    expect(loggedFailures()).toHaveLength(1)
  })

  it('is offered to members other than the owner only for their own tokens', async () => {
    const { createdBy } = authToken()
    const { screen } = await renderTokens(
      [authToken(), authToken({ id: 'T2', name: 'Nightly', createdBy: { ...createdBy, userId: 'U2' } })],
      { role: 'EDITOR' },
    )
    await expect.element(screen.getByRole('button', { name: 'Rename Deploys' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Rename Nightly' }).elements()).toEqual([])
  })
})
