import { hourMs } from '@portal/contract/durations'
import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { tokens } from '@portal/contract/tokens/tokens'
import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { requestId } from '../../testing/fake-api.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { pressTwice } from '../../testing/press-twice.ts'
import {
  authToken,
  serviceAccount as bot,
  disabledServiceAccount,
  maxLifetimeMs,
  renderTokens,
} from '../../testing/tokens.ts'
import { rotationPollMs } from './token-queries.ts'
import { firstUsePollMs } from './use-live-token.ts'

const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString()

const secret = {
  createdAt: '2024-11-06T10:00:00.000Z',
  expiresAt: '2124-11-06T10:00:00.000Z',
  retiresAt: null,
  lastUsedAt: null,
  lastUsedIp: null,
}
const old = {
  ...secret,
  retiresAt: '2124-01-01T00:00:00.000Z',
  lastUsedAt: hoursAgo(0.5),
  lastUsedIp: '203.0.113.7',
}
const rotated = authToken({ lastUsedAt: old.lastUsedAt, lastUsedIp: old.lastUsedIp, secrets: [secret, old] })
const serviceAccount = { id: bot.id, name: bot.name }

type Screen = Awaited<ReturnType<typeof renderTokens>>['screen']
const openMenu = (screen: Screen) => screen.getByRole('button', { name: 'Actions for Deploys' }).click()
const choose = async (screen: Screen, name: string) => {
  await openMenu(screen)
  await screen.getByRole('menuitem', { name }).click()
}

describe('rotating a token', () => {
  it('sends the chosen overlap and shows the new secret once', async () => {
    const { screen, api } = await renderTokens([authToken()])
    await choose(screen, 'Rotate')
    const dialog = screen.getByRole('dialog', { name: 'Rotate “Deploys”' })
    await expect.element(dialog.getByRole('radio', { name: '24 hours' })).toBeChecked()
    await dialog.getByText('7 days').click()
    api.reply(tokens.rotate, { authToken: rotated, token: 'new-secret' })
    api.reply(tokens.read, { authToken: rotated })
    await dialog.getByRole('button', { name: 'Rotate token' }).click()
    await expect.element(screen.getByText('new-secret', { exact: true })).toBeVisible()
    expect(api.requests(tokens.rotate)[0]?.body).toMatchObject({ overlap: '7d' })
  })

  it('says of each secret when it was last used, and until when the old one works', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { screen, api } = await renderTokens([authToken()])
    api.reply(tokens.rotate, { authToken: rotated, token: 'new-secret' })
    api.reply(tokens.read, { authToken: rotated })
    await choose(screen, 'Rotate')
    await screen.getByRole('button', { name: 'Rotate token' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Secret rotated' })
    await expect.element(dialog.getByText('New secret: not used yet')).toBeVisible()
    const oldUse = /^Old secret: last used \d+ minutes ago from 203\.0\.113\.7, works until .* 2124 at /
    await expect.element(dialog.getByText(oldUse)).toBeVisible()
    const used = { ...secret, lastUsedAt: new Date().toISOString(), lastUsedIp: '198.51.100.4' }
    api.reply(tokens.read, { authToken: { ...rotated, secrets: [used, old] } })
    await vi.advanceTimersByTimeAsync(firstUsePollMs)
    await expect.element(dialog.getByText('New secret: last used just now from 198.51.100.4')).toBeVisible()
    await expect.element(dialog.getByText(oldUse)).toBeVisible()
  })

  it('says that the old secret no longer works when it ended with the rotation', async () => {
    const { screen, api } = await renderTokens([authToken()])
    const ended = authToken({ secrets: [secret, { ...old, retiresAt: new Date().toISOString() }] })
    api.reply(tokens.rotate, { authToken: ended, token: 'new-secret' })
    api.reply(tokens.read, { authToken: ended })
    await choose(screen, 'Rotate')
    await screen.getByRole('button', { name: 'Rotate token' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Secret rotated' })
    await expect.element(dialog.getByText('The old secret no longer works.')).toBeVisible()
  })
})

describe('rotating a token again', () => {
  it.each([
    ['says that a secret that was never used ends immediately', secret, true],
    ['keeps a used secret for the chosen time', { ...secret, lastUsedAt: old.lastUsedAt }, false],
  ])('%s', async (_, newest, endsAtOnce) => {
    const { screen } = await renderTokens([authToken({ secrets: [newest, old] })])
    await choose(screen, 'Rotate')
    const dialog = screen.getByRole('dialog', { name: 'Rotate “Deploys”' })
    await expect.element(dialog.getByText(/^You get a new secret/)).toBeVisible()
    expect(dialog.getByText(/stops working immediately/).all().length === 1).toBe(endsAtOnce)
    const overlap = `How long the ${endsAtOnce ? 'older' : 'old'} secret continues to work`
    await expect.element(dialog.getByRole('radiogroup', { name: overlap })).toBeVisible()
  })

  it.each([
    ['asks for the overlap of an older secret that works', old, /^Older secret: last used /],
    [
      'asks for no overlap without one',
      { ...old, retiresAt: hoursAgo(1) },
      /was never used and no longer works\.$/,
    ],
  ])('%s, and says afterwards that the unused secret ended', async (_, older, text) => {
    const unused = { ...secret, createdAt: hoursAgo(2) }
    const { screen, api } = await renderTokens([authToken({ secrets: [unused, older] })])
    await choose(screen, 'Rotate')
    const dialog = screen.getByRole('dialog', { name: 'Rotate “Deploys”' })
    await expect.element(dialog.getByText(/stops working immediately/)).toBeVisible()
    expect(dialog.getByRole('radio').elements().length > 0).toBe(older === old)
    const again = authToken({ secrets: [{ ...secret, createdAt: hoursAgo(0) }, older] })
    api.reply(tokens.rotate, { authToken: again, token: 'new-secret' })
    api.reply(tokens.read, { authToken: again })
    await dialog.getByRole('button', { name: 'Rotate token' }).click()
    const answer = screen.getByRole('dialog', { name: 'Secret rotated' })
    await expect
      .element(
        answer.getByText(/has a new secret\. Its previous secret was never used and no longer works\.$/),
      )
      .toBeVisible()
    await expect.element(answer.getByText(text)).toBeVisible()
  })
})

describe('rotating a token whose first secret was never used', () => {
  it('advises to end that secret immediately, which the steps also offer', async () => {
    const { screen, api } = await renderTokens([authToken()])
    await choose(screen, 'Rotate')
    const dialog = screen.getByRole('dialog', { name: 'Rotate “Deploys”' })
    await expect
      .element(dialog.getByText(/was never used\. If no program has that secret, choose “Not at all”\.$/))
      .toBeVisible()
    const unused = authToken({ secrets: [secret, { ...old, lastUsedAt: null, lastUsedIp: null }] })
    api.reply(tokens.rotate, { authToken: unused, token: 'new-secret' })
    api.reply(tokens.read, { authToken: unused })
    await dialog.getByRole('button', { name: 'Rotate token' }).click()
    const answer = screen.getByRole('dialog', { name: 'Secret rotated' })
    await expect.element(answer.getByText(/^Old secret: not used yet, works until /)).toBeVisible()
    expect(answer.getByText(/was never used/).query()).toBeNull()
    await answer.getByRole('button', { name: 'Done' }).click()
    await screen.getByRole('button', { name: 'Close anyway' }).click()
    await choose(screen, 'Continue the rotation')
    const steps = screen.getByRole('list', { name: 'Steps of the rotation' })
    await expect
      .element(steps.getByText('If no program has the old secret, you can end it now.'))
      .toBeVisible()
  })
})

describe('a rotation in progress', () => {
  it('shows in the row which secret is in use and when the old one ends', async () => {
    const { screen } = await renderTokens([rotated])
    const row = screen.getByRole('row', { name: /Deploys/ })
    await expect
      .element(row.getByText(/^Old secret last used \d+ minutes ago from 203\.0\.113\.7/))
      .toBeVisible()
    await expect.element(row.getByText(/^Old secret in \d+ years$/)).toBeVisible()
    await expect.element(row.getByRole('button', { name: /^New secret unused/ })).toBeVisible()
  })

  it('leads from the new secret in use over the idle old one to its end, and can be continued at any time', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { screen, api } = await renderTokens([rotated])
    api.reply(tokens.read, { authToken: rotated })
    await choose(screen, 'Continue the rotation')
    const dialog = screen.getByRole('dialog', { name: 'Rotation of “Deploys”' })
    const current = () => dialog.element().querySelector('[aria-current=step]')?.textContent
    await expect.poll(current).toMatch(/Use the new secret in every program.*Never used/)

    const used = { ...secret, lastUsedAt: new Date().toISOString(), lastUsedIp: '198.51.100.4' }
    api.reply(tokens.read, { authToken: { ...rotated, secrets: [used, old] } })
    await vi.advanceTimersByTimeAsync(firstUsePollMs)
    await expect.poll(current).toMatch(/Wait until.*Last used \d+ minutes ago.*done after a day without use/)
    await expect.element(dialog.getByText('Last used just now from 198.51.100.4')).toBeVisible()
    await expect.element(screen.getByText('Old secret in use')).toBeInTheDocument()

    const idle = { ...old, lastUsedAt: hoursAgo(25) }
    api.reply(tokens.read, { authToken: { ...rotated, secrets: [used, idle] } })
    await vi.advanceTimersByTimeAsync(firstUsePollMs * 5)
    await expect.poll(current).toMatch(/End the old secret.*It works until .*2124 at /)

    const ended = { ...idle, retiresAt: new Date().toISOString() }
    api.reply(tokens.retire, { authToken: { ...rotated, secrets: [used, ended] } })
    const end = dialog.getByRole('button', { name: 'End the old secret now' })
    await pressTwice(end, () => api.requests(tokens.retire).length > 0)
    await expect.element(dialog.getByText(/The rotation is complete/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: 'Actions for Deploys' })).toHaveFocus()
    expect(
      screen
        .getByRole('row', { name: /Deploys/ })
        .getByText(/Old secret/)
        .query(),
    ).toBeNull()
  })

  it('still waits for an old secret that was used 23 hours ago, and says what happens if it ends before a day without use', async () => {
    const used = { ...secret, createdAt: hoursAgo(24), lastUsedAt: hoursAgo(1) }
    const nightly = { ...old, lastUsedAt: hoursAgo(23), retiresAt: hoursAgo(-0.5) }
    const token = authToken({ secrets: [used, nightly] })
    const { screen, api } = await renderTokens([token])
    api.reply(tokens.read, { authToken: token })
    await screen.getByRole('button', { name: /^Old secret in use/ }).click()
    const step = screen.getByRole('list', { name: 'Steps of the rotation' }).getByRole('listitem')
    await expect.element(step.nth(2)).toHaveAttribute('aria-current', 'step')
    await expect
      .element(step.nth(2))
      .toMatchTextContent(/The old secret ends before a day without use has passed\.$/)
    await expect
      .element(step.nth(3))
      .toMatchTextContent(/It works until .* Programs that still use it will stop working then\.$/)
  })

  it("is complete as soon as the answer says so, even if the page's clock is behind", async () => {
    const { screen, api } = await renderTokens([rotated])
    const ended = { ...old, retiresAt: new Date(Date.now() + 30_000).toISOString() }
    api.reply(tokens.read, { authToken: rotated })
    api.reply(tokens.retire, { authToken: { ...rotated, secrets: [secret, ended] } })
    await screen.getByRole('button', { name: /^New secret unused/ }).click()
    const end = screen.getByRole('button', { name: 'End the old secret now' })
    await pressTwice(end, () => api.requests(tokens.retire).length > 0)
    await expect.element(screen.getByText(/The rotation is complete/)).toBeVisible()
    expect(end.query()).toBeNull()
  })

  it('shows why the old secret was not ended', async () => {
    const { screen, api } = await renderTokens([rotated])
    api.reply(tokens.read, { authToken: rotated })
    api.refuse(tokens.retire, 'NotAllowed', { message: 'Only the creator may.' })
    await screen.getByRole('button', { name: /^New secret unused/ }).click()
    const end = screen.getByRole('button', { name: 'End the old secret now' })
    await pressTwice(end, () => api.requests(tokens.retire).length > 0)
    await expect.element(screen.getByText('Only the creator may.')).toBeVisible()
    expect(loggedFailures()).toHaveLength(1)
  })

  it('is shown to a member who may not end it, without the button', async () => {
    const createdBy = { ...rotated.createdBy, userId: 'U2' }
    const { screen, api } = await renderTokens([{ ...rotated, createdBy }], { role: 'EDITOR' })
    api.reply(tokens.read, { authToken: { ...rotated, createdBy } })
    await screen.getByRole('button', { name: /^New secret unused/ }).click()
    const dialog = screen.getByRole('dialog', { name: 'Rotation of “Deploys”' })
    await expect.element(dialog.getByRole('list', { name: 'Steps of the rotation' })).toBeVisible()
    expect(dialog.getByRole('button', { name: 'End the old secret now' }).query()).toBeNull()
  })

  it('is followed while the page is open, and other pages are not', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { screen, api } = await renderTokens([rotated])
    await expect.element(screen.getByText('New secret unused')).toBeVisible()
    const before = api.requests(tokens.list).length
    const secrets = [{ ...secret, lastUsedAt: new Date().toISOString() }, old]
    api.reply(tokens.list, { authTokens: [{ ...rotated, secrets }], maxLifetimeMs })
    await vi.advanceTimersByTimeAsync(rotationPollMs)
    await expect.element(screen.getByText('Old secret in use')).toBeVisible()
    expect(api.requests(tokens.list).length).toBeGreaterThan(before)
    api.reply(tokens.list, { authTokens: [authToken()], maxLifetimeMs })
    await vi.advanceTimersByTimeAsync(rotationPollMs)
    await expect.poll(() => screen.getByText('Old secret in use').query()).toBeNull()
    const ended = api.requests(tokens.list).length
    await vi.advanceTimersByTimeAsync(rotationPollMs * 3)
    expect(api.requests(tokens.list)).toHaveLength(ended)
  })
})

describe('the details of a token that is not being rotated', () => {
  it('are not polled, even if the token was never used', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const token = authToken({ permission: 'manage' })
    const { screen, api } = await renderTokens([token])
    api.reply(tokens.read, { authToken: token })
    await screen.getByRole('button', { name: /^Can manage/ }).click()
    await expect.element(screen.getByRole('dialog', { name: 'Details of “Deploys”' })).toBeVisible()
    const before = api.requests(tokens.read).length
    await vi.advanceTimersByTimeAsync(firstUsePollMs * 10)
    expect(api.requests(tokens.read)).toHaveLength(before)
  })
})

describe('pausing a token', () => {
  it('pauses for the chosen time and resumes', async () => {
    const { screen, api } = await renderTokens([authToken()])
    api.reply(tokens.pause, { authToken: authToken({ pausedUntil: '2124-01-01T00:00:00.000Z' }) })
    await choose(screen, 'Pause for 1 hour')
    const pill = screen.getByRole('button', { name: /^Paused/ })
    await expect.element(pill).toBeVisible()
    expect(api.requests(tokens.pause)[0]?.body).toMatchObject({ for: '1h' })
    await pill.click()
    await expect.element(screen.getByText(/Every use is refused/)).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(pill).toHaveFocus()
    api.reply(tokens.resume, { authToken: authToken() })
    await choose(screen, 'Resume')
    await expect.element(pill).not.toBeInTheDocument()
  })

  it('shows progress on the button of the menu, and why it failed in the row', async () => {
    const { screen, api } = await renderTokens([authToken()])
    const held = api.hold(tokens.pause)
    await choose(screen, 'Pause for 1 hour')
    const row = screen.getByRole('row', { name: /Deploys/ })
    const menu = row.getByRole('button', { name: /^Actions for Deploys/ })
    await expect.element(menu).toHaveAccessibleName('Actions for Deploys Loading...')
    held.refuse('Conflict')
    const failure = row.getByRole('alert').filter({ hasText: 'The token was not paused' })
    await expect.element(failure).toMatchTextContent(/Refused: Conflict/)
    await expect.element(failure).toMatchTextContent(new RegExp(requestId))
    await expect.element(menu).toHaveAccessibleName('Actions for Deploys')
    await expect.element(menu).toHaveFocus()
    expect(loggedFailures()).toHaveLength(1)
    api.reply(tokens.pause, { authToken: authToken({ pausedUntil: '2124-01-01T00:00:00.000Z' }) })
    await choose(screen, 'Pause for 1 hour')
    await expect.element(row.getByText('Paused', { exact: true })).toBeVisible()
    await expect.element(failure).not.toBeInTheDocument()
  })

  it('lists the refused uses', async () => {
    const { screen, api } = await renderTokens([authToken()])
    const at = new Date().toISOString()
    const refusal = { at, ipAddress: '198.51.100.4', userAgent: 'curl/8.5.0', call: 'GET /whoami' }
    api.reply(tokens.refusals, { refusals: [refusal] })
    await choose(screen, 'Uses refused while paused')
    await expect.element(screen.getByText('GET /whoami')).toBeVisible()
    await expect.element(screen.getByText(/curl\/8.5.0/)).toBeVisible()
  })

  it('offers to revoke a token that nothing used', async () => {
    const { screen, api } = await renderTokens([authToken()])
    api.reply(tokens.refusals, { refusals: [] })
    await choose(screen, 'Uses refused while paused')
    const dialog = screen.getByRole('dialog', { name: 'Uses of “Deploys” refused while paused' })
    await expect.element(dialog.getByText(/No requests used this token while it was paused/)).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Revoke' })).toBeVisible()
  })
})

describe('a token of a service account', () => {
  it('names the service account and can be rotated by an approver', async () => {
    const approver = await renderTokens([authToken({ serviceAccount })], { role: 'APPROVER' })
    await expect.element(approver.screen.getByText('deploy-bot')).toBeVisible()
    await openMenu(approver.screen)
    await expect.element(approver.screen.getByRole('menuitem', { name: 'Rotate' })).toBeVisible()
  })

  it('has no actions for a collaborator, even its creator', async () => {
    const { screen } = await renderTokens([authToken({ serviceAccount })], { role: 'EDITOR' })
    await expect.element(screen.getByText('deploy-bot')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Actions for Deploys' }).query()).toBeNull()
    expect(screen.getByRole('button', { name: 'Rename Deploys' }).query()).toBeNull()
  })
})

describe('moving a token to a service account', () => {
  it('sends the service account and the overlap, and shows the new secret once', async () => {
    const { screen, api } = await renderTokens([authToken()], {
      prepare: (fake) => fake.reply(serviceAccounts.list, { serviceAccounts: [disabledServiceAccount, bot] }),
    })
    await choose(screen, 'Move to a service account')
    const dialog = screen.getByRole('dialog', { name: 'Move “Deploys” to a service account' })
    await dialog.getByRole('button', { name: /Service account/ }).click()
    await expect.element(screen.getByRole('option', { name: 'deploy-bot' })).toBeVisible()
    expect(screen.getByRole('option', { name: 'old-bot' }).query()).toBeNull()
    await screen.getByRole('option', { name: 'deploy-bot' }).click()
    api.reply(tokens.move, { authToken: authToken({ serviceAccount }), token: 'new-secret' })
    api.reply(tokens.read, { authToken: authToken({ serviceAccount }) })
    await dialog.getByRole('button', { name: 'Move token' }).click()
    await expect.element(screen.getByText('new-secret', { exact: true })).toBeVisible()
    expect(api.requests(tokens.move)[0]?.body).toMatchObject({ serviceAccountId: 'S1', overlap: '24h' })
  })

  it('leads to the service accounts if none is enabled', async () => {
    const { screen } = await renderTokens([authToken()], {
      prepare: (fake) => fake.reply(serviceAccounts.list, { serviceAccounts: [disabledServiceAccount] }),
    })
    await choose(screen, 'Move to a service account')
    const dialog = screen.getByRole('dialog', { name: 'Move “Deploys” to a service account' })
    await expect.element(dialog.getByText(/This workspace has no enabled service accounts/)).toBeVisible()
    const link = dialog.getByRole('link', { name: 'Create or enable one first' })
    await expect.element(link).toHaveAttribute('href', expect.stringMatching(/\/service-accounts$/))
  })
})
