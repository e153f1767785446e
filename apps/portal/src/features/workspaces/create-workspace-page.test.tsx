import { messages } from '@portal/contract/messages'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it } from 'vitest'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { workspace } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'

async function openForm() {
  const app = await renderApp('/workspace/new')
  const { screen } = app
  const submit = screen.getByRole('button', { name: 'Create Workspace' })
  await expect.element(submit).toBeVisible()
  return { ...app, submit, name: screen.getByRole('textbox', { name: /^Display Name/ }) }
}

describe('creating a workspace', () => {
  it.each([
    ['Managed By System Initiative', 'https://app.systeminit.com'],
    ['Local Dev Instance', 'http://localhost:8080'],
  ])('sends the URL for "%s", and continues to the settings', async (label, instanceUrl) => {
    const { screen, api, submit, name, address } = await openForm()
    const made = workspace({ id: 'W9', displayName: 'Fresh', instanceUrl })
    api.reply(workspaces.create, { workspaces: [made], newWorkspaceId: 'W9' })
    api.reply(workspaces.read, made)
    await name.fill('  Fresh ')
    await screen.getByRole('radio', { name: label }).click({ force: true })
    await screen.getByRole('textbox', { name: 'Description' }).fill('For trying out')
    await submit.click()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Fresh' })).toBeVisible()
    expect(address()).toBe('/workspace/W9')
    expect(api.requests(workspaces.create)[0]?.body).toEqual({
      displayName: 'Fresh',
      instanceUrl,
      description: 'For trying out',
      isDefault: true,
      isFavourite: false,
      isHidden: false,
      approvalsEnabled: false,
      requestUlid: expect.any(String),
    })
    await screen.getByRole('button', { name: 'Go to workspace' }).click()
    expect(browserNavigation.go).toHaveBeenCalledWith('http://localhost:9001/workspaces/W9/go')
  })

  it('leaves the default unchanged if the list of workspaces does not load', async () => {
    const { screen, api, submit, name } = await openForm()
    api.refuse(workspaces.list, 'NotAllowed')
    api.refuse(workspaces.create, 'InternalError', { message: 'It broke' })
    await name.fill('Fresh')
    await submit.click()
    await expect.element(screen.getByText('It broke')).toBeVisible()
    expect(api.requests(workspaces.create)[0]?.body).toMatchObject({ isDefault: false })
    expect(loggedFailures().length).toBeGreaterThan(0)
  })

  it('requires a display name', async () => {
    const { screen, api, submit } = await openForm()
    await submit.click()
    await expect.element(screen.getByText('This field is required')).toBeVisible()
    expect(api.requests(workspaces.create)).toEqual([])
  })

  it.each([
    ['https://app.systeminit.com/x', messages.managedRemoteUrl],
    ['http://localhost:5156', messages.localRemoteUrl],
    ['', messages.required],
  ])('rejects the remote URL "%s" with a message', async (url, message) => {
    const { screen, api, submit, name } = await openForm()
    await name.fill('Fresh')
    await screen.getByRole('radio', { name: 'Remote URL' }).click({ force: true })
    await screen.getByRole('textbox', { name: /^URL/ }).fill(url)
    await submit.click()
    await expect.element(screen.getByText(message)).toBeVisible()
    expect(api.requests(workspaces.create)).toEqual([])
  })

  it('warns about a URL that is not encrypted', async () => {
    const { screen } = await openForm()
    await screen.getByRole('radio', { name: 'Remote URL' }).click({ force: true })
    await screen.getByRole('textbox', { name: /^URL/ }).fill('http://infra.example.com')
    await expect.element(screen.getByText('This address is not encrypted')).toBeVisible()
  })

  it('shows validation errors at the field and other failures with the request id, and keeps the input', async () => {
    const { screen, api, submit, name } = await openForm()
    await name.fill('Fresh')
    const issues = [{ path: 'displayName', message: 'Not this name' }]
    api.refuse(workspaces.create, 'ValidationError', { issues })
    await submit.click()
    await expect.element(screen.getByText('Not this name')).toBeVisible()
    api.refuse(workspaces.create, 'InternalError', { message: 'It broke' })
    await submit.click()
    await expect.element(screen.getByText('It broke')).toBeVisible()
    await expect.element(screen.getByText('01JFAKEREQUEST000000000000')).toBeVisible()
    await expect.element(name).toHaveValue('Fresh')
    expect(loggedFailures()).toHaveLength(2)
  })
})

describe("another user's remote workspace", () => {
  const remote = workspace({
    id: 'W4',
    instanceUrl: 'https://infra.example.com',
    instanceEnvType: 'PRIVATE',
    role: 'EDITOR',
    creatorUserId: 'U2',
    creatorUser: { firstName: 'Grace', lastName: 'Hopper' },
  })

  it('is opened after the user confirms its URL', async () => {
    const { screen, api } = await renderApp('/workspace/W4/confirm?redirect=/changes', {
      prepare: (api) => {
        api.reply(workspaces.read, remote)
        api.reply(workspaces.confirmAddress, undefined)
      },
    })
    await expect.element(screen.getByText(remote.instanceUrl)).toBeVisible()
    await expect.element(screen.getByText(/^Grace Hopper owns this workspace/)).toBeVisible()
    await screen.getByRole('button', { name: 'Open workspace' }).click()
    await expect
      .poll(() => browserNavigation.go)
      .toHaveBeenCalledWith('http://localhost:9001/workspaces/W4/go?redirect=%2Fchanges')
    expect(api.requests(workspaces.confirmAddress)[0]?.body).toMatchObject({
      instanceUrl: remote.instanceUrl,
    })
  })
})
