import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { tokens } from '@portal/contract/tokens/tokens'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { requestRecord } from '../../lib/request/request-record.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { workspace } from '../../testing/people.ts'
import { authToken, maxLifetimeMs, renderTokens, serviceAccount } from '../../testing/tokens.ts'
import { firstUsePollMs } from './use-live-token.ts'

const secret = 'eyJhbGciOiJFUzI1NiJ9.secret.signature'
const onceText = 'We are only showing you the value of this token once. Store it somewhere secure, please.'
const fresh = authToken({ id: 'T9', name: 'Fresh' })

async function openForm(options?: Parameters<typeof renderTokens>[1]) {
  const app = await renderTokens([authToken()], options)
  const { screen, api } = app
  api.reply(tokens.create, () => ({ authToken: fresh, token: secret }))
  api.reply(tokens.read, { authToken: fresh })
  const submit = screen.getByRole('button', { name: 'Generate API Token' })
  await expect.element(submit).toBeVisible()
  return {
    ...app,
    submit,
    name: screen.getByRole('textbox', { name: 'Token Name' }),
    expiration: screen.getByRole('textbox', { name: 'Expiration' }),
  }
}

async function generate() {
  const app = await openForm()
  await app.name.fill('Fresh')
  await app.expiration.fill('90d')
  await app.submit.click()
  const dialog = app.screen.getByRole('dialog', { name: 'Token Generated' })
  await expect.element(dialog).toBeVisible()
  return { ...app, dialog }
}

/** Lets the page write to the clipboard. */
function clipboard() {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined)
  onTestFinished(() => write.mockRestore())
  return write
}

describe('the token form', () => {
  it('rejects an empty name and an empty expiration', async () => {
    const { screen, api, submit, name } = await openForm()
    await name.fill('   ')
    await submit.click()
    await expect.poll(() => screen.getByText('This field is required').elements()).toHaveLength(2)
    expect(api.requests(tokens.create)).toEqual([])
  })

  it.each([
    ['soon', 'Invalid time string'],
    [`${'1'.repeat(99)}d`, 'Your input cannot be more than 99 characters long.'],
  ])('rejects the expiration "%s"', async (text, message) => {
    const { screen, api, submit, name, expiration } = await openForm()
    await name.fill('Fresh')
    await expiration.fill(text)
    await submit.click()
    await expect.element(screen.getByText(message)).toBeVisible()
    expect(api.requests(tokens.create)).toEqual([])
  })

  it('generates a token for its creator or for the chosen service account', async () => {
    const { screen, api, submit, name, expiration } = await openForm({
      prepare: (fake) => fake.reply(serviceAccounts.list, { serviceAccounts: [serviceAccount] }),
    })
    api.refuse(tokens.create, 'LimitReached')
    const owner = screen.getByRole('button', { name: /Service account/ })
    await expect.element(owner).toHaveTextContent('None: the token acts for you')
    await name.fill('Fresh')
    await expiration.fill('90d')
    await submit.click()
    await expect.element(screen.getByText('Limit reached')).toBeVisible()
    await owner.click()
    await screen.getByRole('option', { name: 'deploy-bot' }).click()
    // Its tokens can only read.
    await expect.poll(() => screen.getByRole('button', { name: /Permission/ }).elements()).toHaveLength(0)
    await submit.click()
    const requested = () => api.requests(tokens.create).map(({ body }) => body)
    await expect.poll(requested).toHaveLength(2)
    expect(requested()[0]).not.toHaveProperty('serviceAccountId')
    expect(requested()[1]).not.toHaveProperty('permission')
    expect(requested()[1]).toMatchObject({ serviceAccountId: 'S1' })
    expect(loggedFailures()).toHaveLength(2)
  })

  it('generates a token that reads or one that manages, and marks the second in the list', async () => {
    const { screen, api, submit, name, expiration } = await openForm()
    const managing = authToken({ name: 'Fresh', permission: 'manage' })
    api.reply(tokens.create, { authToken: managing, token: 'secret' })
    const permission = screen.getByRole('button', { name: /Permission/ })
    await expect.element(permission).toHaveTextContent('Read the workspace')
    await permission.click()
    await screen.getByRole('option', { name: 'Manage the workspace' }).click()
    await name.fill('Fresh')
    await expiration.fill('30d')
    api.reply(tokens.list, { authTokens: [managing], maxLifetimeMs })
    await submit.click()
    await expect.poll(() => api.requests(tokens.create)).toHaveLength(1)
    expect(api.requests(tokens.create)[0]?.body).toMatchObject({ permission: 'manage' })
    await expect.element(screen.getByText('Can manage')).toBeInTheDocument()
  })

  it('works without service accounts if they cannot be loaded', async () => {
    const { screen } = await openForm({
      prepare: (fake) => fake.refuse(serviceAccounts.list, 'InternalError'),
    })
    expect(screen.getByRole('button', { name: /Service account/ }).elements()).toHaveLength(0)
    expect(loggedFailures()).toHaveLength(1)
  })

  it('shows the resulting expiry, with 1m as one minute', async () => {
    const { screen, expiration } = await openForm()
    await expiration.fill('1m')
    await expect.element(screen.getByText(/^Expires in 1 minute$/).first()).toBeInTheDocument()
    await expiration.fill('1y')
    await expect
      .element(screen.getByText(/^Expires [A-Z][a-z]{2} \d{1,2}, \d{4}$/).first())
      .toBeInTheDocument()
    await expiration.fill('nonsense')
    await expect.poll(() => screen.getByText(/^Expires /).elements()).toEqual([])
  })

  it('has presets', async () => {
    const { screen, expiration } = await openForm()
    for (const [name, text] of Object.entries({
      '7 days': '7d',
      '30 days': '30d',
      '90 days': '90d',
      '1 year': '1y',
    })) {
      const preset = screen.getByRole('radio', { name, exact: true })
      await preset.click()
      await expect.element(expiration).toHaveValue(text)
      await expect.element(preset).toBeChecked()
    }
    await expiration.fill('5d')
    await expect.poll(() => screen.getByRole('radio', { checked: true }).elements()).toEqual([])
  })

  it('never shows an expiry that the API would refuse, and refuses too long a lifetime without a request', async () => {
    const { screen, api, submit, name, expiration } = await openForm()
    await name.fill('Fresh')
    await expiration.fill('3y')
    await expect.element(screen.getByText('Longer than the maximum of 2 years').first()).toBeVisible()
    expect(screen.getByText(/^Expires /).query()).toBeNull()
    await submit.click()
    await expect.element(screen.getByText('Choose a lifetime of at most 2 years.')).toBeVisible()
    await expiration.fill('30s')
    const tooShort = screen.getByText('Shorter than the minimum of 1 minute').first()
    await expect.element(tooShort).toBeVisible()
    await userEvent.tab()
    await expect
      .element(screen.getByText('Enter a lifetime of at least one minute, such as 1m'))
      .toBeVisible()
    // The field's own error replaces it.
    await expect.element(tooShort).not.toBeVisible()
    expect(screen.getByText(/^Expires /).query()).toBeNull()
    expect(api.requests(tokens.create)).toEqual([])
  })

  it('is empty without errors after submitting with Enter, and returns the focus to its button', async () => {
    const { screen, submit, name, expiration } = await openForm()
    await name.fill('Fresh')
    await expiration.fill('90d')
    await userEvent.keyboard('{Enter}')
    const dialog = screen.getByRole('dialog', { name: 'Token Generated' })
    clipboard()
    await dialog.getByRole('button', { name: 'Copy token' }).click()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(submit).toHaveFocus()
    await expect.element(name).toHaveValue('')
    await expect.element(expiration).toHaveValue('')
    for (const field of [name, expiration]) await expect.element(field).not.toHaveAttribute('aria-invalid')
    expect(screen.getByText('This field is required').query()).toBeNull()
  })

  it('shows why a token was not generated, and keeps what was typed', async () => {
    const { screen, api, submit, name, expiration } = await openForm()
    await name.fill('Fresh')
    await expiration.fill('1y')
    api.refuse(tokens.create, 'InternalError', { message: 'It broke' })
    await submit.click()
    await expect.element(screen.getByText('It broke')).toBeVisible()
    await expect.element(name).toHaveValue('Fresh')
    expect(loggedFailures()).toHaveLength(1)
  })
})

describe('the generated token', () => {
  it('is shown once in a dialog, and is added to the list', async () => {
    const { screen, api, dialog, name } = await generate()
    await expect.element(dialog.getByText(secret, { exact: true })).toBeVisible()
    await expect.element(dialog.getByText(onceText)).toBeVisible()
    expect(api.requests(tokens.create)[0]?.body).toMatchObject({ name: 'Fresh', expiration: '90d' })
    await userEvent.keyboard('{Escape}')
    await screen.getByRole('button', { name: 'Close anyway' }).click()
    await expect.element(screen.getByRole('row', { name: /Fresh/ })).toBeVisible()
    await expect.element(name).toHaveValue('')
  })

  it('is removed from the page, cache, URL, storage and log once the dialog is closed', async () => {
    const set = vi.spyOn(Storage.prototype, 'setItem')
    onTestFinished(() => set.mockRestore())
    const { dialog, screen, queryClient, address } = await generate()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await screen.getByRole('button', { name: 'Close anyway' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(document.documentElement.outerHTML).not.toContain(secret)
    const caches = [queryClient.getQueryCache(), queryClient.getMutationCache()]
    const cached = caches.flatMap((cache) => cache.getAll().map(({ state }) => state))
    expect(JSON.stringify(cached)).not.toContain(secret)
    const record = requestRecord(`tokens.create%${workspace().id}`)
    expect(JSON.stringify([record, await record?.completed])).not.toContain(secret)
    expect(address()).not.toContain(secret)
    expect(JSON.stringify(set.mock.calls)).not.toContain(secret)
    expect(JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie).not.toContain(secret)
    expect(JSON.stringify(vi.mocked(console.error).mock.calls)).not.toContain(secret)
  })

  it("shows 'Token copied!' after copying, and then closes without asking", async () => {
    const write = clipboard()
    const { dialog } = await generate()
    expect(dialog.getByText('Token copied!').elements()).toEqual([])
    const copy = dialog.getByRole('button', { name: 'Copy token' })
    await expect.element(copy).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog.getByText('Token copied!')).toBeVisible()
    expect(write).toHaveBeenCalledExactlyOnceWith(secret)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
  })

  it('keeps its buttons in view when the window is too short for the dialog', async () => {
    const [width, height] = [window.innerWidth, window.innerHeight]
    onTestFinished(() => page.viewport(width, height))
    await page.viewport(720, 450)
    const { dialog } = await generate()
    for (const name of ['Done', 'Copy token'])
      await expect.element(dialog.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  })

  it('asks once before it is closed without being copied', async () => {
    const { screen, dialog } = await generate()
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    const question = screen.getByRole('alertdialog', { name: 'Close without copying the token?' })
    await expect.element(question).toBeVisible()
    await question.getByRole('button', { name: 'Keep it open' }).click()
    await expect.element(dialog.getByText(secret, { exact: true })).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
  })

  it('asks once before the user leaves the page', async () => {
    const { screen, router, address, dialog } = await generate()
    void router.navigate({ to: '/workspaces' })
    const question = screen.getByRole('alertdialog', { name: 'Close without copying the token?' })
    await expect.element(question).toBeVisible()
    expect(address()).toContain('/tokens')
    await question.getByRole('button', { name: 'Keep it open' }).click()
    await expect.element(dialog).toBeVisible()
    void router.navigate({ to: '/workspaces' })
    await expect.poll(() => address()).toBe('/workspaces')
  })

  it('names the copied snippet, and closes without asking if the snippet contains the token', async () => {
    const write = clipboard()
    const { dialog } = await generate()
    await dialog.getByRole('tab', { name: 'Environment variable' }).click()
    await dialog.getByRole('button', { name: 'Copy code' }).click()
    await expect.poll(() => write.mock.calls[0]?.[0]).toContain(`export SI_API_TOKEN='${secret}'`)
    await expect.element(dialog.getByText('Snippet copied!')).toBeVisible()
    expect(dialog.getByText('Token copied!').query()).toBeNull()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
  })

  it('asks after a snippet without the token was copied', async () => {
    const write = clipboard()
    const { screen, dialog } = await generate()
    await dialog.getByRole('tab', { name: 'JavaScript' }).click()
    await dialog.getByRole('button', { name: 'Copy code' }).click()
    await expect.poll(() => write.mock.calls).toHaveLength(1)
    await expect.element(dialog.getByText('Snippet copied!')).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect.element(screen.getByRole('alertdialog')).toBeVisible()
  })

  it('closes without asking after the user selected and copied it', async () => {
    const { screen, dialog } = await generate()
    const value = dialog.getByText(secret, { exact: true }).element()
    document.getSelection()?.setBaseAndExtent(value, 0, value.firstChild ?? value, 5)
    await userEvent.copy()
    await expect.element(dialog.getByText('Token copied!')).not.toBeInTheDocument()
    document.getSelection()?.selectAllChildren(value)
    await userEvent.copy()
    await expect.element(dialog.getByText('Token copied!')).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(screen.getByRole('alertdialog').query()).toBeNull()
  })
})

describe('the first use of a token', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  })

  it('is polled every few seconds, shown, and then no longer polled', async () => {
    const { screen, api, dialog } = await generate()
    await expect.element(dialog.getByText('Not used yet')).toBeVisible()
    // An expectation that waits advances the fake clock, so there may have been requests.
    const before = api.requests(tokens.read).length
    await vi.advanceTimersByTimeAsync(firstUsePollMs)
    expect(api.requests(tokens.read)).toHaveLength(before + 1)
    const use = { lastUsedAt: new Date().toISOString(), lastUsedIp: '203.0.113.7' }
    api.reply(tokens.read, { authToken: authToken({ id: 'T9', name: 'Fresh', ...use }) })
    await vi.advanceTimersByTimeAsync(firstUsePollMs)
    await expect.element(dialog.getByText('First used just now from 203.0.113.7')).toBeVisible()
    const untilUsed = api.requests(tokens.read).length
    await vi.advanceTimersByTimeAsync(firstUsePollMs * 5)
    expect(api.requests(tokens.read)).toHaveLength(untilUsed)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await screen.getByRole('button', { name: 'Close anyway' }).click()
    await expect
      .element(screen.getByRole('row', { name: /Fresh/ }).getByText(/from 203\.0\.113\.7/))
      .toBeVisible()
  })

  it('is polled less often while the service fails', async () => {
    const { api } = await generate()
    api.disconnect(tokens.read)
    await vi.advanceTimersByTimeAsync(firstUsePollMs * 3)
    expect(api.requests(tokens.read)).toHaveLength(1)
    expect(loggedFailures()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(15_000)
    expect(api.requests(tokens.read)).toHaveLength(2)
    loggedFailures()
  })
})
