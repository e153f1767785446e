import { messages } from '@portal/contract/messages'
import { type Workspace, workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it, vi } from 'vitest'
import { analytics } from '../../lib/analytics/analytics.ts'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { workspace } from '../../testing/people.ts'
import { pressTwice } from '../../testing/press-twice.ts'
import { renderApp } from '../../testing/render-app.tsx'

const remote = {
  instanceUrl: 'https://infra.example.com',
  instanceEnvType: 'PRIVATE',
  description: 'Where it runs',
} as const
const shared = {
  role: 'APPROVER',
  creatorUserId: 'U2',
  creatorUser: { firstName: 'Grace', lastName: 'Hopper' },
} as const
const onlyOwner = 'Only the workspace owner can change this'

function setApprovalsFlag(isOn: boolean) {
  const flagValue = (name: string) => (name === 'APPROVALS_OPT_IN_OUT' ? isOn : undefined)
  vi.spyOn(analytics, 'flag').mockImplementation(flagValue)
}

async function renderPage(more: Partial<Workspace> = {}) {
  const known = workspace({ id: 'W1', ...more })
  const app = await renderApp('/workspace/W1', { prepare: (api) => api.reply(workspaces.read, known) })
  return { ...app, known }
}

async function openReadOnly(more: Partial<Workspace>) {
  const app = await renderPage(more)
  await expect.element(app.screen.getByText('Display Name')).toBeVisible()
  return app
}

async function open(more: Partial<Workspace> = {}) {
  const app = await renderPage(more)
  const { screen } = app
  await expect.element(screen.getByRole('textbox', { name: /^Display Name/ })).toBeVisible()
  return {
    ...app,
    name: screen.getByRole('textbox', { name: /^Display Name/ }),
    url: screen.getByRole('textbox', { name: /^URL/ }),
    description: screen.getByRole('textbox', { name: 'Description' }),
    save: screen.getByRole('button', { name: 'Save Workspace' }),
  }
}

describe('the workspace details page', () => {
  it('has the name as its title, links to the tokens, and offers no type', async () => {
    const { screen, url } = await open({ isDefault: true })
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Production' })).toBeVisible()
    await expect.element(screen.getByText('DEFAULT', { exact: true })).toBeVisible()
    const tokens = screen.getByRole('link', { name: 'API tokens' })
    await expect.element(tokens).toHaveAttribute('href', '/workspace/W1/tokens')
    expect(screen.getByRole('radiogroup').query()).toBeNull()
    expect(url.query()).toBeNull()
  })

  it("is titled 'Workspace Details' while it loads", async () => {
    const { screen } = await renderApp('/workspace/W1', { prepare: (api) => void api.hold(workspaces.read) })
    await expect.element(screen.getByRole('heading', { name: 'Workspace Details' })).toBeVisible()
  })

  it('shows the name from the list of workspaces while it loads', async () => {
    const { screen, router } = await renderApp('/workspaces', {
      prepare: (api) => {
        api.reply(workspaces.list, [workspace({ id: 'W1' })])
        api.hold(workspaces.read)
      },
    })
    await expect.element(screen.getByRole('heading', { name: 'One Workspace' })).toBeVisible()
    void router.navigate({ href: '/workspace/W1' })
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Production' })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Go to workspace' })).toBeVisible()
    await expect.element(screen.getByText('Loading the section...')).toBeInTheDocument()
  })

  it.each([
    ['fields and a button', 'OWNER', 5],
    ['values', 'EDITOR', 4],
  ] as const)('has a skeleton with %s for the role %s', async (_, role, bars) => {
    const { screen, router } = await renderApp('/workspaces', {
      prepare: (api) => {
        api.reply(workspaces.list, [workspace({ id: 'W1', role })])
        api.hold(workspaces.read)
      },
    })
    await expect.element(screen.getByRole('heading', { name: 'One Workspace' })).toBeVisible()
    void router.navigate({ href: '/workspace/W1' })
    const skeleton = screen.getByRole('status').filter({ hasText: 'Loading the section...' })
    await expect.element(skeleton).toBeVisible()
    const card = skeleton.element().previousElementSibling
    expect(card?.querySelectorAll('[aria-hidden]')).toHaveLength(bars)
  })

  it('saves changes, including the URL of a remote workspace', async () => {
    const { screen, api, known, name, url, description, save } = await open(remote)
    const changed = { displayName: 'Renamed', instanceUrl: 'https://new.example.com', description: null }
    api.reply(workspaces.update, [{ ...known, ...changed, description: '' }])
    await name.fill('  Renamed ')
    await url.fill('https://new.example.com')
    await description.fill('')
    await save.click()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Renamed' })).toBeVisible()
    await expect.element(name).toHaveValue('Renamed')
    expect(api.requests(workspaces.update)[0]).toMatchObject({ params: { workspaceId: 'W1' }, body: changed })
  })

  it('sends only what changed, and so saves despite an invalid saved name and URL', async () => {
    const { api, known, description, save } = await open({
      ...remote,
      displayName: "ada's Production Workspace",
      instanceUrl: 'http://localhost:9999',
    })
    api.reply(workspaces.update, [known])
    await description.fill('Moved')
    await save.click()
    await expect
      .poll(() => api.requests(workspaces.update)[0]?.body)
      .toEqual({ description: 'Moved', requestUlid: expect.any(String) })
  })

  it('can be saved only while a value differs from the saved one', async () => {
    const { known, name, save } = await open()
    await expect.element(save).toHaveAccessibleDescription('You have no changes to save.')
    await name.fill('Renamed')
    await expect.element(save).not.toHaveAttribute('aria-disabled', 'true')
    await name.fill(known.displayName)
    await expect.element(save).toHaveAttribute('aria-disabled', 'true')
  })

  it.each([
    ['name', '', messages.required],
    ['name', 'a'.repeat(501), messages.tooLong(500)],
    ['description', '<b>', messages.textField],
    ['url', 'https://app.systeminit.com', messages.managedRemoteUrl],
  ] as const)('rejects the %s "%s" with a message', async (field, text, message) => {
    const page = await open(remote)
    await page[field].fill(text)
    await page.save.click()
    await expect.element(page.screen.getByText(message)).toBeVisible()
    expect(page.api.requests(workspaces.update)).toEqual([])
  })

  it('shows validation errors at the field, and other failures with the request id', async () => {
    const { screen, api, name, save } = await open()
    api.refuse(workspaces.update, 'ValidationError', { issues: [{ path: 'displayName', message: 'Taken' }] })
    await name.fill('Other')
    await save.click()
    await expect.element(screen.getByText('Taken')).toBeVisible()
    api.refuse(workspaces.update, 'InternalError', { message: 'It broke' })
    await save.click()
    await expect.element(screen.getByText('It broke')).toBeVisible()
    await expect.element(screen.getByText('01JFAKEREQUEST000000000000')).toBeVisible()
    expect(loggedFailures()).toHaveLength(2)
  })

  it.each([
    [onlyOwner, shared],
    ['This workspace is quarantined', { quarantinedAt: '2025-01-01T00:00:00.000Z' }],
  ])('is read-only with the reason "%s"', async (reason, more) => {
    const { screen } = await openReadOnly({ ...remote, ...more })
    const values = screen.getByRole('region', { name: 'Production' })
    for (const text of [reason, 'Where it runs']) await expect.element(values.getByText(text)).toBeVisible()
    await expect.element(values.getByText(remote.instanceUrl).first()).toBeVisible()
    expect(screen.getByRole('textbox').elements()).toEqual([])
    for (const name of ['Save Workspace', 'Set default'])
      expect(screen.getByRole('button', { name }).query()).toBeNull()
  })

  it.each([
    ['OWNER', /Contact support at/],
    ['EDITOR', /Its owner can contact support\./],
  ] as const)('explains a quarantine to the role %s, and who can contact support', async (role, advice) => {
    const { screen } = await openReadOnly({ role, quarantinedAt: '2025-01-01T00:00:00.000Z' })
    const title = 'This workspace has been quarantined for suspicious activity'
    await expect.element(screen.getByText(title)).toBeVisible()
    await expect.element(screen.getByText(advice)).toBeVisible()
  })

  it('links to the workspace, and tracks an event', async () => {
    const track = vi.spyOn(analytics, 'track')
    const { screen } = await open()
    await screen.getByRole('button', { name: 'Go to workspace' }).click()
    expect(browserNavigation.go).toHaveBeenCalledWith('http://localhost:9001/workspaces/W1/go')
    expect(track).toHaveBeenCalledWith('workspace_launcher_widget_click')
  })

  it('sets the default for its creator, and hides the workspace', async () => {
    const { screen, api, known } = await open()
    api.reply(workspaces.setDefault, undefined)
    api.reply(workspaces.read, { ...known, isDefault: true })
    await screen.getByRole('button', { name: 'Set default' }).click()
    await expect.element(screen.getByText('DEFAULT', { exact: true })).toBeVisible()
    api.reply(workspaces.setHidden, { ...known, isHidden: true })
    await screen.getByRole('button', { name: 'Hide', exact: true }).click()
    await expect.element(screen.getByRole('button', { name: 'Show', exact: true })).toBeVisible()
    await expect.element(screen.getByText('Hidden', { exact: true })).toBeVisible()
  })

  it('shows failures of "Set default" and "Hide" below each button until its next attempt, and keeps the focus', async () => {
    const { screen, api, known } = await open()
    api.refuse(workspaces.setDefault, 'InternalError', { message: 'It broke' })
    api.refuse(workspaces.setHidden, 'DatabaseUnavailable', { message: 'Away for a moment' })
    const makeDefault = screen.getByRole('button', { name: 'Set default' })
    await makeDefault.click()
    const noDefault = screen.getByRole('alert').filter({ hasText: '“Production” was not made your default' })
    await expect.element(noDefault).toMatchTextContent(/It broke/)
    await expect.element(makeDefault).toHaveFocus()
    const hide = screen.getByRole('button', { name: 'Hide', exact: true })
    await hide.click()
    const notHidden = screen.getByRole('alert').filter({ hasText: '“Production” was not hidden' })
    await expect.element(notHidden).toMatchTextContent(/Away for a moment/)
    await expect.element(hide).toHaveFocus()
    await expect.element(noDefault).toBeVisible()
    expect(screen.getByRole('alertdialog').query(), 'a toast').toBeNull()
    expect(loggedFailures()).toHaveLength(2)
    api.reply(workspaces.setHidden, { ...known, isHidden: true })
    await hide.click()
    await expect.element(screen.getByRole('button', { name: 'Show', exact: true })).toBeVisible()
    await expect.element(notHidden).not.toBeInTheDocument()
  })
})

describe('workspace approvals', () => {
  type Opened = Awaited<ReturnType<typeof open>>

  async function press(screen: Opened['screen'], api: Opened['api'], label: string) {
    const before = api.requests(workspaces.setApprovals).length
    await pressTwice(
      screen.getByRole('button', { name: label }),
      () => api.requests(workspaces.setApprovals).length > before,
    )
  }

  it('are hidden while the flag is off', async () => {
    setApprovalsFlag(false)
    const { screen } = await open()
    expect(screen.getByText(/^Approvals (en|dis)abled$/).query()).toBeNull()
    expect(screen.getByRole('button', { name: /Workspace Approvals$/ }).query()).toBeNull()
  })

  it('are enabled after a second click, which refreshes a remote instance', async () => {
    setApprovalsFlag(true)
    const { screen, api, known } = await open(remote)
    await expect.element(screen.getByText('Approvals disabled', { exact: true })).toBeVisible()
    api.reply(workspaces.setApprovals, { ...known, approvalsEnabled: true })
    await press(screen, api, 'Enable Workspace Approvals')
    await expect.element(screen.getByText('Approvals enabled', { exact: true })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Disable Workspace Approvals' })).toBeVisible()
    expect(api.requests(workspaces.setApprovals)[0]?.body).toMatchObject({ approvalsEnabled: true })
    expect(browserNavigation.go).toHaveBeenCalledWith('https://infra.example.com/refresh-auth?workspaceId=W1')
  })

  it('are disabled without leaving the page for a local instance', async () => {
    setApprovalsFlag(true)
    const local = { instanceUrl: 'http://localhost:8080', instanceEnvType: 'LOCAL' } as const
    const { screen, api, known } = await open({ ...local, approvalsEnabled: true })
    api.reply(workspaces.setApprovals, { ...known, approvalsEnabled: false })
    await press(screen, api, 'Disable Workspace Approvals')
    await expect.element(screen.getByText('Approvals disabled', { exact: true })).toBeVisible()
    expect(browserNavigation.go).not.toHaveBeenCalled()
  })

  it('stay unchanged if the change fails, with the reason next to the button until the next attempt', async () => {
    setApprovalsFlag(true)
    const { screen, api } = await open(remote)
    api.refuse(workspaces.setApprovals, 'InternalError', { message: 'It broke' })
    await press(screen, api, 'Enable Workspace Approvals')
    const failure = screen.getByRole('alert')
    await expect.element(failure).toMatchTextContent(/Approvals were not enabled/)
    await expect.element(failure).toMatchTextContent(/It broke/)
    await expect.element(screen.getByText('Approvals disabled', { exact: true })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Enable Workspace Approvals' })).toHaveFocus()
    expect(screen.getByRole('alertdialog').query(), 'a toast').toBeNull()
    expect(browserNavigation.go).not.toHaveBeenCalled()
    expect(loggedFailures()).toHaveLength(1)
    api.hold(workspaces.setApprovals)
    await press(screen, api, 'Enable Workspace Approvals')
    await expect.element(failure).not.toBeInTheDocument()
  })

  it('are changed only by the owner, and other members only see the setting', async () => {
    setApprovalsFlag(true)
    const { screen } = await openReadOnly(shared)
    await expect.element(screen.getByText('Changes are applied without approval.')).toBeVisible()
    expect(screen.getByRole('button', { name: /Workspace Approvals$/ }).query()).toBeNull()
  })
})
