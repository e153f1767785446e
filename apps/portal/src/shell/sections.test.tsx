import { activity } from '@portal/contract/activity/activity'
import { calls } from '@portal/contract/calls'
import { members } from '@portal/contract/members/members'
import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { sessions } from '@portal/contract/sessions/sessions'
import { staffRecords } from '@portal/contract/staff/records/records'
import { tokens } from '@portal/contract/tokens/tokens'
import { type Workspace, workspaces } from '@portal/contract/workspaces/workspaces'
import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { loggedFailures } from '../testing/logged-failures.ts'
import { person, workspace } from '../testing/people.ts'
import { renderApp } from '../testing/render-app.tsx'

const openWorkspace = (path: string, more: Partial<Workspace> = {}) =>
  renderApp(path, {
    prepare: (api) => {
      api.reply(workspaces.read, workspace({ id: 'W1', ...more }))
      api.reply(serviceAccounts.list, { serviceAccounts: [] })
    },
  })

type Screen = Awaited<ReturnType<typeof renderApp>>['screen']
const nav = (screen: Screen, name: string) => screen.getByRole('navigation', { name, exact: true })
const labels = (screen: Screen, name: string) =>
  nav(screen, name)
    .getByRole('link')
    .elements()
    .map((link) => link.textContent)

describe('the sections of a workspace', () => {
  it.each([
    ['/overview', 'Overview', 'Production > Overview'],
    ['', 'General', 'Production'],
    ['/members', 'Members', 'Production > Members'],
    ['/tokens', 'API tokens', 'Production > API Tokens'],
    ['/service-accounts', 'Service accounts', 'Production > Service accounts'],
    ['/connect', 'Connect a pipeline', 'Production > Connect a pipeline'],
    ['/webhooks', 'Webhooks', 'Production > Webhooks'],
    ['/access-review', 'Access review', 'Production > Access review'],
    ['/activity', 'Activity', 'Production > Activity'],
    ['/danger', 'Danger zone', 'Production > Danger zone'],
  ])('at "%s" mark %s as current and show the heading "%s"', async (path, label, heading) => {
    const { screen } = await openWorkspace(`/workspace/W1${path}`)
    await expect.element(screen.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Go to workspace' })).toBeVisible()
    const current = nav(screen, 'Workspace').getByRole('link', { name: label })
    await expect.element(current).toHaveAttribute('aria-current', 'page')
    const marked = nav(screen, 'Workspace').element().querySelectorAll('[aria-current]')
    expect(marked).toHaveLength(1)
    await expect.poll(() => document.title).toBe(`${heading} · System Initiative`)
    const parent = nav(screen, 'Main').getByRole('link', { name: 'Workspaces' })
    await expect.element(parent).toHaveAttribute('aria-current', 'true')
  })

  it('are limited to those that the role may see', async () => {
    const ownersOnly = ['Activity', 'Danger zone']
    const owned = await openWorkspace('/workspace/W1')
    await expect
      .poll(() => labels(owned.screen, 'Workspace'))
      .toEqual(expect.arrayContaining(['General', 'Access review', ...ownersOnly]))
    await owned.screen.unmount()
    const { screen } = await openWorkspace('/workspace/W1', { role: 'APPROVER', creatorUserId: 'U2' })
    await expect.element(screen.getByText('Approver', { exact: true })).toBeVisible()
    const shown = labels(screen, 'Workspace')
    expect(shown).toEqual(expect.arrayContaining(['General', 'Access review']))
    for (const label of ownersOnly) expect(shown).not.toContain(label)
  })

  it('includes the pages below them', async () => {
    const { screen } = await openWorkspace('/workspace/W1/service-accounts/S1/trust-rules')
    const current = nav(screen, 'Workspace').getByRole('link', { name: 'Service accounts' })
    await expect.element(current).toHaveAttribute('aria-current', 'page')
    await expect.poll(() => document.title).toBe('Production > Service accounts · System Initiative')
  })

  it('keep the header in place and move the focus to its heading', async () => {
    const { screen, address } = await openWorkspace('/workspace/W1')
    const heading = screen.getByRole('heading', { level: 1, name: /^Production/ })
    await expect.element(heading).toBeVisible()
    const before = heading.element()
    const place = before.getBoundingClientRect()
    await nav(screen, 'Workspace').getByRole('link', { name: 'Members' }).click()
    await expect.element(heading).toHaveTextContent('Production > Members')
    await expect.element(heading).toHaveFocus()
    expect(address()).toBe('/workspace/W1/members')
    expect(heading.element(), 'the same element').toBe(before)
    const { left, top } = heading.element().getBoundingClientRect()
    expect({ left, top }).toEqual({ left: place.left, top: place.top })
  })

  it.each([
    ['Members', members.list],
    ['API tokens', tokens.list],
    ['Service accounts', serviceAccounts.list],
    ['Activity', activity.list],
  ])('load on intent, before a click on %s', async (label, call) => {
    const { screen, api } = await openWorkspace('/workspace/W1')
    await nav(screen, 'Workspace').getByRole('link', { name: label }).hover()
    await expect.poll(() => api.requests(call)).toHaveLength(1)
  })

  it('read the workspace once', async () => {
    const { screen, api } = await openWorkspace('/workspace/W1')
    await nav(screen, 'Workspace').getByRole('link', { name: 'API tokens' }).click()
    await expect.element(screen.getByRole('button', { name: 'Generate API Token' })).toBeVisible()
    expect(api.requests(workspaces.read)).toHaveLength(1)
  })

  it.each([
    ['members', '/members'],
    ['members-heading', '/members'],
    ['tokens', '/tokens'],
    ['service-accounts', '/service-accounts'],
    ['activity', '/activity'],
    ['activity-heading', '/activity'],
    ['danger', '/danger'],
  ])('replace the old anchor #%s', async (anchor, path) => {
    const { address } = await openWorkspace(`/workspace/W1#${anchor}`)
    await expect.poll(address).toBe(`/workspace/W1${path}`)
  })

  it('lead a user who is not a member to the page that explains it', async () => {
    const { router, address } = await renderApp('/workspaces', {
      prepare: (api) => {
        for (const call of calls)
          if (call.method === 'GET' && /^\/workspaces?\/:/.test(call.path)) api.refuse(call, 'NotFound')
      },
    })
    const { routesById }: AnyRouter = router
    const pages = Object.values<AnyRoute>(routesById).filter(
      ({ id, children }) => id.startsWith('/_signed-in/workspace/$workspaceId/') && !children,
    )
    for (const { to } of pages) {
      await router.navigate({ to: '/workspaces' })
      await router.navigate({ href: to.replace(/\$\w+/g, 'X1') })
      await expect.poll(address, to).toBe('/not-a-member')
    }
    loggedFailures()
  })

  it('are not shown at an unknown address below a workspace', async () => {
    const { screen } = await openWorkspace('/workspace/W1/elsewhere')
    await expect.element(screen.getByRole('heading', { name: '404 not found :(' })).toBeVisible()
    expect(nav(screen, 'Workspace').query()).toBeNull()
  })
})

describe('the sections of the account', () => {
  it.each([
    ['', 'Profile', 'Update Your Profile'],
    ['/security', 'Security', 'Security'],
    ['/tokens', 'My tokens', 'My tokens'],
    ['/staff-access', 'Staff access', 'Staff access'],
    ['/data', 'My data', 'My data'],
  ])('at "%s" mark %s as current and show the heading "%s"', async (path, label, heading) => {
    const { screen } = await renderApp(`/profile${path}`)
    await expect.element(screen.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    const current = nav(screen, 'Account').getByRole('link', { name: label })
    await expect.element(current).toHaveAttribute('aria-current', 'page')
    expect(nav(screen, 'Account').element().querySelectorAll('[aria-current]')).toHaveLength(1)
    await expect.poll(() => document.title).toBe(`${label} · System Initiative`)
  })

  it.each([
    ['Security', sessions.list],
    ['My tokens', tokens.mine],
    ['Staff access', staffRecords.listAccess],
  ])('load on intent, before a click on %s', async (label, call) => {
    const { screen, api } = await renderApp('/profile')
    await nav(screen, 'Account').getByRole('link', { name: label }).hover()
    await expect.poll(() => api.requests(call)).toHaveLength(1)
  })

  it.each([
    ['security', '/security'],
    ['security-heading', '/security'],
    ['tokens', '/tokens'],
    ['staff-access', '/staff-access'],
    ['staff-access-heading', '/staff-access'],
    ['my-data', '/data'],
    ['my-data-heading', '/data'],
  ])('replace the old anchor #%s', async (anchor, path) => {
    const { address } = await renderApp(`/profile#${anchor}`)
    await expect.poll(address).toBe(`/profile${path}`)
  })

  it('lead an unverified user from another section to the profile form', async () => {
    const { screen, address } = await renderApp('/profile/security', {
      user: person({ emailVerified: false }),
    })
    await nav(screen, 'Account').getByRole('link', { name: 'Profile' }).click()
    await expect.element(screen.getByRole('form', { name: 'Profile' })).toBeVisible()
    expect(address()).toBe('/profile?edit=true')
  })
})
