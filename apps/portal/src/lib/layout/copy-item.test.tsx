import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { tokens } from '@portal/contract/tokens/tokens'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { expect, it, onTestFinished, vi } from 'vitest'
import { workspace } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { authToken, maxLifetimeMs, serviceAccount } from '../../testing/tokens.ts'

const { id } = workspace()

async function copyId(path: string, menu: string, isAllowed = true) {
  const write = vi.spyOn(navigator.clipboard, 'writeText')
  if (isAllowed) write.mockResolvedValue()
  else write.mockRejectedValue(new Error('refused'))
  const select = vi.spyOn(document, 'execCommand').mockReturnValue(false)
  onTestFinished(() => {
    for (const spy of [write, select]) spy.mockRestore()
  })
  const { screen } = await renderApp(path, {
    prepare: (api) => {
      api.reply(workspaces.list, [workspace()])
      api.reply(workspaces.read, workspace())
      api.reply(serviceAccounts.list, { serviceAccounts: [serviceAccount] })
      api.reply(tokens.list, { authTokens: [authToken()], maxLifetimeMs })
    },
  })
  await screen.getByRole('button', { name: menu }).click()
  await screen.getByRole('menuitem', { name: 'Copy ID' }).click()
  return { screen, write }
}

it.each([
  ['workspace', '/workspaces', 'Settings of Production', id],
  ['service account', `/workspace/${id}/service-accounts`, 'Actions for deploy-bot', serviceAccount.id],
  ['API token', `/workspace/${id}/tokens`, 'Actions for Deploys', authToken().id],
])('the menu of a %s copies its ID', async (_what, path, menu, copied) => {
  const { screen, write } = await copyId(path, menu)
  await expect.element(screen.getByText('ID copied')).toBeVisible()
  expect(write).toHaveBeenCalledExactlyOnceWith(copied)
})

it('a menu reports that copying failed, until the user copies again', async () => {
  const menu = 'Settings of Production'
  const { screen, write } = await copyId('/workspaces', menu, false)
  const failure = screen.getByText('Copying failed')
  await expect.element(failure).toBeVisible()
  write.mockResolvedValue()
  await screen.getByRole('button', { name: menu }).click()
  await screen.getByRole('menuitem', { name: 'Copy ID' }).click()
  await expect.element(screen.getByText('ID copied')).toBeVisible()
  expect(failure.query()).toBeNull()
})
