import { members } from '@portal/contract/members/members'
import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { tokens } from '@portal/contract/tokens/tokens'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { workspace } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { ada } from '../../testing/team.ts'
import { maxLifetimeMs, serviceAccount } from '../../testing/tokens.ts'

type Screen = Awaited<ReturnType<typeof renderApp>>['screen']

async function open(path: string, more = {}) {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  onTestFinished(() => write.mockRestore())
  const app = await renderApp(path, {
    prepare: (api) => {
      api.reply(workspaces.read, workspace({ id: 'W1', ...more }))
      api.reply(members.list, [ada])
      api.reply(serviceAccounts.list, { serviceAccounts: [serviceAccount] })
      api.reply(tokens.list, { authTokens: [], maxLifetimeMs })
    },
  })
  const { screen } = app
  const trigger = screen.getByRole('button', { name: 'Copy as command' })
  const fill = (label: string, text: string) => screen.getByRole('textbox', { name: label }).fill(text)
  async function copy(label: 'Copy as CLI' | 'Copy as curl') {
    await trigger.click()
    const item = screen.getByRole('menuitem', { name: label })
    await expect.element(item).not.toHaveAttribute('aria-disabled', 'true')
    await item.click()
    await expect.poll(() => write).toHaveBeenCalledOnce()
    await expect.element(screen.getByText('Command copied')).toBeVisible()
    return write.mock.calls[0]?.[0]
  }
  return { ...app, trigger, fill, copy }
}

async function choose(screen: Screen, name: RegExp, option: string) {
  await screen.getByRole('button', { name }).click()
  await screen.getByRole('option', { name: option }).click()
}

describe('a form that creates something', () => {
  it('copies the invitation as a command with the typed values', async () => {
    const { screen, fill, copy } = await open('/workspace/W1/members')
    await fill('User Email to Grant Workspace Access', ' Grace@Example.com ')
    await choose(screen, /^(?!.*of).*Role/, 'Approver')
    expect(await copy('Copy as CLI')).toBe('portal members invite W1 grace@example.com --role approver')
  })

  it('copies the invitation as a request with the address of the API and a placeholder for the token', async () => {
    const { fill, copy } = await open('/workspace/W1/members')
    await fill('User Email to Grant Workspace Access', "o'hara@example.com")
    expect(await copy('Copy as curl')).toBe(
      [
        "curl --fail-with-body 'http://localhost:9001/workspace/W1/members' \\",
        '  --header "Authorization: Bearer $PORTAL_TOKEN" \\',
        "  --header 'Content-Type: application/json' \\",
        `  --data '{"email":"o'\\''hara@example.com","role":"EDITOR"}'`,
      ].join('\n'),
    )
  })

  it('copies the workspace with the URL of its type', async () => {
    const { fill, copy } = await open('/workspace/new')
    await fill('Display Name', 'Staging')
    await fill('Description', 'For tests')
    expect(await copy('Copy as CLI')).toBe(
      "portal workspaces create Staging https://app.systeminit.com --description 'For tests'",
    )
  })

  it('copies the service account', async () => {
    const { fill, copy } = await open('/workspace/W1/service-accounts')
    await fill('Name', "Ada's bot")
    expect(await copy('Copy as CLI')).toBe("portal service-accounts create W1 'Ada'\\''s bot'")
  })

  it('copies the API token with its permission', async () => {
    const { fill, copy } = await open('/workspace/W1/tokens')
    await fill('Token Name', 'ci')
    await fill('Expiration', '90d')
    expect(await copy('Copy as CLI')).toBe('portal tokens create W1 ci --expiration 90d --permission read')
  })

  it('copies the API token of a service account without a permission', async () => {
    const { screen, fill, copy } = await open('/workspace/W1/tokens')
    await fill('Token Name', 'ci')
    await fill('Expiration', '90d')
    await choose(screen, /Service account/, 'deploy-bot')
    expect(await copy('Copy as CLI')).toBe('portal tokens create W1 ci --expiration 90d --service-account S1')
  })

  it('offers no command until it is complete and valid', async () => {
    const { screen, trigger, fill } = await open('/workspace/W1/members')
    await fill('User Email to Grant Workspace Access', 'nobody')
    await trigger.click()
    for (const name of [/^Copy as CLI/, /^Copy as curl/]) {
      const item = screen.getByRole('menuitem', { name })
      await expect.element(item).toHaveAttribute('aria-disabled', 'true')
      await expect.element(item).toMatchTextContent(/Complete the form first/)
    }
  })

  it('offers no command to a user who may not submit it', async () => {
    const { screen, trigger } = await open('/workspace/W1/members', { role: 'EDITOR' })
    await expect.element(screen.getByRole('button', { name: 'Add User To Workspace' })).toBeVisible()
    expect(trigger.query()).toBeNull()
  })
})
