import { members } from '@portal/contract/members/members'
import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { type Workspace, workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it } from 'vitest'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { workspace } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { ada, invited } from '../../testing/team.ts'
import { serviceAccount } from '../../testing/tokens.ts'

const now = new Date().toISOString()

const open = (more: Partial<Workspace> = {}, isTeam = false) =>
  renderApp('/workspace/W1', {
    prepare: (api) => {
      api.reply(workspaces.read, workspace({ id: 'W1', createdAt: now, ...more }))
      api.reply(members.list, isTeam ? [ada, invited('new@example.com')] : [ada])
      api.reply(serviceAccounts.list, { serviceAccounts: isTeam ? [serviceAccount] : [] })
    },
  })

describe('the first steps of a new workspace', () => {
  it('are shown where the creation leads, and open the workspace', async () => {
    const { screen } = await open()
    const steps = screen.getByRole('list', { name: 'First steps' }).getByRole('listitem')
    await expect.element(steps.nth(0)).toMatchTextContent(/Open your workspace/)
    await expect.element(steps.nth(0)).toHaveAttribute('aria-current', 'step')
    const invite = steps.nth(1).getByRole('link', { name: 'Invite people' })
    await expect.element(invite).toHaveAttribute('href', '/workspace/W1/members')
    const connect = steps.nth(2).getByRole('link', { name: 'Connect a pipeline' })
    await expect.element(connect).toHaveAttribute('href', '/workspace/W1/connect')
    const generate = steps.nth(2).getByRole('link', { name: 'Generate a token' })
    await expect.element(generate).toHaveAttribute('href', '/workspace/W1/tokens')
    await steps.nth(0).getByRole('button', { name: 'Open' }).click()
    expect(browserNavigation.go).toHaveBeenCalledWith('http://localhost:9001/workspaces/W1/go')
  })

  it('show which are done: the team is invited and automation is connected', async () => {
    const { screen } = await open({}, true)
    const done = screen.getByText('Done', { exact: true })
    await expect.element(done.first()).toBeVisible()
    expect(done.elements()).toHaveLength(2)
  })

  it('disappear once all are done', async () => {
    const { screen } = await open({ lastOpenedAt: now }, true)
    await expect.element(screen.getByRole('textbox', { name: /^Display Name/ })).toBeVisible()
    expect(screen.getByRole('list', { name: 'First steps' }).query()).toBeNull()
  })

  it.each([
    ['the owner of an older workspace', { createdAt: '2024-11-05T09:30:00.000Z' }],
    ['a collaborator', { role: 'EDITOR', creatorUserId: 'U2' }],
  ] as const)('are not shown to %s, and cost no requests', async (_, more) => {
    const { screen, api } = await open(more)
    await expect.element(screen.getByText('Hosting')).toBeVisible()
    expect(screen.getByRole('list', { name: 'First steps' }).query()).toBeNull()
    expect(api.requests(members.list)).toEqual([])
  })

  it('make "Go to workspace" the primary button until the user has opened the workspace', async () => {
    const colorOf = async (more: Partial<Workspace>) => {
      const { screen } = await open(more)
      const button = screen.getByRole('button', { name: 'Go to workspace' })
      await expect.element(button).toBeVisible()
      const { backgroundColor } = getComputedStyle(button.element())
      await screen.unmount()
      return backgroundColor
    }
    const [before, after] = [await colorOf({}), await colorOf({ lastOpenedAt: now })]
    expect(before).not.toBe(after)
  })
})
