import { type ServiceAccount, serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { type Workspace, workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it } from 'vitest'
import type { Locator } from 'vitest/browser'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { workspace } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { serviceAccount } from '../../testing/tokens.ts'

const deployBot: ServiceAccount = {
  ...serviceAccount,
  description: 'Deploys to production',
  lastUsedAt: new Date(Date.now() - 3_600_000).toISOString(),
  activeTokenCount: 2,
}
const disabled = { ...deployBot, disabledAt: '2024-11-07T10:00:00.000Z' }

async function open(list = [deployBot], role: Workspace['role'] = 'OWNER') {
  const app = await renderApp('/workspace/W1/service-accounts', {
    prepare: (api) => {
      api.reply(workspaces.read, workspace({ id: 'W1', role }))
      api.reply(serviceAccounts.list, { serviceAccounts: list })
    },
  })
  const table = app.screen.getByRole('grid', { name: 'Service accounts' })
  await expect.element(table).toBeVisible()
  const choose = async (name: string) => {
    await app.screen.getByRole('button', { name: 'Actions for deploy-bot' }).click()
    await app.screen.getByRole('menuitem', { name }).click()
  }
  return { ...app, table, choose }
}

const isBefore = (first: Locator, second: Locator) =>
  Boolean(first.element().compareDocumentPosition(second.element()) & Node.DOCUMENT_POSITION_FOLLOWING)

describe('the service accounts page', () => {
  it('lists each service account with its description, creator, active tokens and last use', async () => {
    const { screen, table } = await open()
    const title = { level: 1, name: 'Production > Service accounts' }
    await expect.element(screen.getByRole('heading', title)).toBeVisible()
    for (const text of ['deploy-bot', 'Deploys to production', 'Created by Ada Lovelace', '1 hour ago'])
      await expect.element(table.getByText(text)).toBeVisible()
    await expect.element(table.getByRole('gridcell', { name: '2', exact: true })).toBeVisible()
  })

  it('creates a service account and shows it', async () => {
    const { screen, api, table } = await open([])
    await expect.element(screen.getByText('No service accounts')).toBeVisible()
    const form = screen.getByRole('form', { name: 'Create service account' })
    await form.getByRole('textbox', { name: /Name/ }).fill('deploy-bot')
    api.reply(serviceAccounts.create, { serviceAccount: deployBot })
    api.reply(serviceAccounts.list, { serviceAccounts: [deployBot] })
    await form.getByRole('button', { name: 'Create service account' }).click()
    await expect.element(table.getByText('deploy-bot')).toBeVisible()
    expect(api.requests(serviceAccounts.create)[0]?.body).toMatchObject({ name: 'deploy-bot' })
  })

  it('starts with the list, whose button leads to the form below it', async () => {
    const { screen, table } = await open()
    const form = screen.getByRole('form', { name: 'Create service account' })
    expect(isBefore(table, form)).toBe(true)
    await screen.getByRole('button', { name: 'New service account' }).click()
    await expect.element(form.getByRole('textbox', { name: /Name/ })).toHaveFocus()
  })

  it('starts with the form while there is no service account', async () => {
    const { screen, table } = await open([])
    expect(isBefore(screen.getByRole('form', { name: 'Create service account' }), table)).toBe(true)
  })

  it('leads from a new service account to its first pipeline', async () => {
    const { screen, api, address, choose } = await open()
    await choose('Connect a pipeline')
    await expect.poll(() => address()).toBe('/workspace/W1/connect?serviceAccountId=S1')
    await screen.getByRole('link', { name: 'Service accounts' }).click()
    await screen.getByRole('textbox', { name: /Name/ }).fill('deploy-bot')
    api.reply(serviceAccounts.create, { serviceAccount: { ...deployBot, id: 'S2' } })
    await screen.getByRole('button', { name: 'Create service account' }).click()
    await screen.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect.poll(() => address()).toBe('/workspace/W1/connect?serviceAccountId=S2')
  })

  it('shows why a name was refused and keeps what was typed', async () => {
    const { screen, api } = await open()
    const form = screen.getByRole('form', { name: 'Create service account' })
    const name = form.getByRole('textbox', { name: /Name/ })
    await name.fill('deploy-bot')
    api.refuse(serviceAccounts.create, 'Conflict', { message: 'Choose another name.' })
    await form.getByRole('button', { name: 'Create service account' }).click()
    await expect.element(screen.getByText('Choose another name.')).toBeVisible()
    await expect.element(name).toHaveValue('deploy-bot')
    expect(loggedFailures()).toHaveLength(1)
  })

  it('says what will stop working before a service account is disabled, and enables it again', async () => {
    const { screen, api, table, choose } = await open()
    await choose('Disable')
    await expect.element(screen.getByText(/2 tokens stop working immediately/)).toBeVisible()
    api.reply(serviceAccounts.update, { serviceAccount: disabled })
    api.reply(serviceAccounts.list, { serviceAccounts: [disabled] })
    await screen.getByRole('button', { name: 'Disable', exact: true }).click()
    await expect.element(table.getByText('Disabled')).toBeVisible()
    api.reply(serviceAccounts.list, { serviceAccounts: [deployBot] })
    await choose('Enable')
    await expect.poll(() => table.getByText('Disabled').query()).toBeNull()
    expect(api.requests(serviceAccounts.update).map(({ body }) => body)).toMatchObject([
      { isDisabled: true },
      { isDisabled: false },
    ])
  })

  it('shows in the row why a service account was not enabled', async () => {
    const { api, table, choose } = await open([disabled])
    const held = api.hold(serviceAccounts.update)
    await choose('Enable')
    await expect
      .element(table.getByRole('button', { name: 'Actions for deploy-bot Loading...' }))
      .toBeVisible()
    held.refuse('LimitReached')
    const failure = table.getByRole('row', { name: /deploy-bot/ }).getByRole('alert')
    await expect.element(failure).toMatchTextContent(/The service account was not enabled/)
    await expect.element(failure).toMatchTextContent(/Refused: LimitReached/)
    expect(loggedFailures()).toHaveLength(1)
  })

  it('deletes a service account after confirmation', async () => {
    const { screen, api, choose } = await open()
    await choose('Delete')
    await expect.element(screen.getByText(/Its tokens are revoked permanently/)).toBeVisible()
    api.answer(serviceAccounts.delete, 204, '')
    api.reply(serviceAccounts.list, { serviceAccounts: [] })
    await screen.getByRole('button', { name: 'Delete service account' }).click()
    await expect.element(screen.getByText('No service accounts')).toBeVisible()
  })

  it('saves a changed name of a service account', async () => {
    const { screen, api, choose } = await open()
    await choose('Edit')
    const dialog = screen.getByRole('dialog', { name: 'Edit deploy-bot' })
    await expect.element(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    await dialog.getByRole('textbox', { name: /Name/ }).fill('deployer')
    api.reply(serviceAccounts.update, { serviceAccount: { ...deployBot, name: 'deployer' } })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => api.requests(serviceAccounts.update)[0]?.body).toMatchObject({ name: 'deployer' })
  })

  it('shows 25 service accounts a page, and finds one by its description', async () => {
    const many = Array.from({ length: 26 }, (_, at) => ({
      ...deployBot,
      id: `S${at}`,
      name: `bot-${at}`,
      description: at === 25 ? 'Rotates backups' : null,
    }))
    const { screen, table } = await open(many)
    const rows = table.getByRole('rowheader')
    expect(rows.elements()).toHaveLength(25)
    await expect.element(screen.getByText('1–25 of 26')).toBeVisible()
    await screen.getByRole('button', { name: 'Next page' }).click()
    await expect.element(rows).toMatchTextContent(/bot-25/)
    const search = screen.getByRole('searchbox', { name: 'Search service accounts...' })
    await search.fill('BACKUPS')
    await expect.poll(() => rows.elements().map(({ textContent }) => textContent)).toHaveLength(1)
    await expect.element(rows).toMatchTextContent(/bot-25/)
    await search.fill('nothing')
    await expect.element(screen.getByText('No service accounts match “nothing”')).toBeVisible()
  })

  it('shows the list to collaborators, without the form and the actions', async () => {
    const { screen, table } = await open([deployBot], 'EDITOR')
    await expect.element(table.getByText('deploy-bot')).toBeVisible()
    expect(screen.getByRole('form', { name: 'Create service account' }).query()).toBeNull()
    expect(screen.getByRole('button', { name: 'Actions for deploy-bot' }).query()).toBeNull()
  })

  it('shows an explanation to a user who is not a member', async () => {
    const { address } = await renderApp('/workspace/W1/service-accounts', {
      prepare: (api) => {
        api.refuse(workspaces.read, 'NotFound')
        api.refuse(serviceAccounts.list, 'NotFound')
      },
    })
    await expect.poll(() => address()).toBe('/not-a-member')
  })
})
