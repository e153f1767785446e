import { members } from '@portal/contract/members/members'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it } from 'vitest'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { workspace } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { ada, grace, invited, linus, notOwned } from '../../testing/team.ts'

const nothingLeft = { invitations: [], shownTokens: [], trustRules: [] }

const local = { instanceUrl: 'http://localhost:8080', instanceEnvType: 'LOCAL' } as const

async function open(more: Partial<Workspace> = {}, list = [linus, invited('kim@example.com'), grace, ada]) {
  const shown = workspace({ id: 'W1', ...more })
  const app = await renderApp('/workspace/W1/members', {
    prepare: (api) => {
      api.reply(workspaces.read, shown)
      api.reply(members.list, list)
      api.reply(members.access, { tokens: [], ...nothingLeft })
    },
  })
  const table = app.screen.getByRole('grid', { name: 'Members' })
  await expect.element(table).toBeVisible()
  const row = (email: string) => table.getByRole('row').filter({ hasText: email })
  return { ...app, table, row }
}

const roleOf = (email: string) => new RegExp(`Role of ${email}`)

describe('the members section', () => {
  it('keeps the focus on a button when the members arrive', async () => {
    const { screen, router, api } = await renderApp('/workspaces', {
      prepare: (fake) => fake.reply(workspaces.read, workspace({ id: 'W1' })),
    })
    const held = api.hold(members.list)
    void router.navigate({ href: '/workspace/W1/members' })
    const several = screen.getByRole('button', { name: 'Invite several people' })
    await expect.element(several).toHaveAccessibleDescription('Available once the members are loaded')
    ;(several.element() as HTMLElement).focus()
    held.release([ada])
    await expect.element(several).not.toHaveAttribute('aria-disabled', 'true')
    await expect.element(several).toHaveFocus()
  })

  /** Whether the invite form precedes the table. */
  const isFormFirst = ({ screen, table }: Pick<Awaited<ReturnType<typeof open>>, 'screen' | 'table'>) => {
    const form = screen.getByRole('form', { name: 'Add a user' }).element()
    return (form.compareDocumentPosition(table.element()) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  }

  it('shows the list above the invite form, and a button that leads the focus to the form', async () => {
    const app = await open()
    expect(isFormFirst(app)).toBe(false)
    await app.screen.getByRole('button', { name: 'Invite a member' }).click()
    const email = app.screen.getByRole('textbox', { name: /^User Email to Grant Workspace Access/ })
    await expect.element(email).toHaveFocus()
    await expect.element(email).toBeInViewport()
    await expect.element(app.screen.getByRole('button', { name: 'Add User To Workspace' })).toBeInViewport()
  })

  it('shows the invite form above the list of an owner who is alone, and keeps it there after an invitation', async () => {
    const app = await open({}, [ada])
    expect(isFormFirst(app)).toBe(true)
    app.api.reply(members.invite, [ada, invited('kim@example.com')])
    await app.screen.getByRole('textbox', { name: /^User Email/ }).fill('kim@example.com')
    const add = app.screen.getByRole('button', { name: 'Add User To Workspace' })
    await add.click()
    await expect.element(app.row('kim@example.com')).toBeVisible()
    expect(isFormFirst(app)).toBe(true)
  })

  it('moves the form below a list that turns out to have more than the owner, with what the user has typed', async () => {
    const { screen, router, api } = await renderApp('/workspaces', {
      prepare: (fake) => fake.reply(workspaces.read, workspace({ id: 'W1', memberCount: 1 })),
    })
    const held = api.hold(members.list)
    void router.navigate({ href: '/workspace/W1/members' })
    const email = screen.getByRole('textbox', { name: /^User Email/ })
    await email.fill('linus@example.com')
    held.release([ada, invited('kim@example.com')])
    const table = screen.getByRole('grid', { name: 'Members' })
    await expect.element(table).toBeVisible()
    expect(isFormFirst({ screen, table })).toBe(false)
    await expect.element(email).toHaveValue('linus@example.com')
    await expect.element(email).toHaveFocus()
  })
})

describe('the members table', () => {
  it('has the columns Email, Role and Remove User, sorted by owner, then by email', async () => {
    const { table } = await open()
    const headers = table.getByRole('columnheader').elements()
    expect(headers.map((element) => element.textContent)).toEqual(['Email', 'Role', 'Remove User'])
    const names = table.getByRole('rowheader').elements()
    expect(names.map((element) => /\S+?\.com/.exec(element.textContent)?.[0])).toEqual([
      ada.email,
      grace.email,
      'kim@example.com',
      linus.email,
    ])
  })

  it('offers the roles Approver and Collaborator, and locks the role of the owner, who cannot leave', async () => {
    const { screen, row } = await open()
    await screen.getByRole('button', { name: roleOf(grace.email) }).click()
    const options = screen.getByRole('option')
    await expect.element(options.first()).toBeVisible()
    expect(options.elements().map((element) => element.textContent)).toEqual(['Approver', 'Collaborator'])
    await screen.getByRole('option', { name: 'Approver' }).click()
    await expect.element(row(ada.email).getByText('Owner')).toBeVisible()
    expect(screen.getByRole('button', { name: roleOf(ada.email) }).query()).toBeNull()
    expect(screen.getByRole('button', { name: 'Leave workspace' }).query()).toBeNull()
    await expect
      .element(screen.getByRole('button', { name: `Remove ${ada.email}` }))
      .toHaveAccessibleDescription('The owner cannot be removed')
  })

  it('changes a role, then sends the browser to the instance', async () => {
    const { screen, api, row } = await open({ instanceUrl: 'https://infra.example.com/si/' })
    const held = api.hold(members.changeRole)
    await screen.getByRole('button', { name: roleOf(grace.email) }).click()
    await screen.getByRole('option', { name: 'Collaborator' }).click()
    await expect.element(row(grace.email).getByText('Collaborator').first()).toBeVisible()
    expect(browserNavigation.go).not.toHaveBeenCalled()
    held.release([ada, { ...grace, role: 'EDITOR' }])
    await expect
      .poll(() => browserNavigation.go)
      .toHaveBeenCalledWith('https://infra.example.com/si/refresh-auth?workspaceId=W1')
    expect(api.requests(members.changeRole)[0]?.body).toMatchObject({ userId: grace.userId, role: 'EDITOR' })
  })

  it('ignores the current role, shows a failed change in its row until the next attempt, and stays for a local workspace', async () => {
    const { screen, api, row } = await open(local)
    const choice = screen.getByRole('button', { name: roleOf(grace.email) })
    await choice.click()
    await screen.getByRole('option', { name: 'Approver' }).click()
    expect(api.requests(members.changeRole)).toEqual([])
    api.refuse(members.changeRole, 'Conflict', { message: 'Somebody was faster.' })
    await choice.click()
    await screen.getByRole('option', { name: 'Collaborator' }).click()
    const failure = row(grace.email).getByRole('alert')
    await expect.element(failure).toMatchTextContent(/The role was not changed/)
    await expect.element(failure).toMatchTextContent(/Somebody was faster\./)
    await expect.element(choice).toHaveTextContent('Approver')
    await expect.element(choice).toHaveFocus()
    expect(screen.getByRole('alertdialog').query(), 'a toast').toBeNull()
    expect(loggedFailures()).toHaveLength(1)
    const held = api.hold(members.changeRole)
    await choice.click()
    await screen.getByRole('option', { name: 'Collaborator' }).click()
    await expect.element(failure).not.toBeInTheDocument()
    held.release([ada, { ...grace, role: 'EDITOR' }])
    await expect.element(screen.getByText('grace@example.com now has the role Collaborator')).toBeVisible()
    expect(browserNavigation.go).not.toHaveBeenCalled()
  })

  it('can be searched and filtered, and shows 25 members a page', async () => {
    const crowd = Array.from({ length: 40 }, (_, index) => ({
      ...linus,
      userId: `U${index}`,
      email: `m${String(index).padStart(2, '0')}@example.com`,
    }))
    const { screen, table } = await open({}, [ada, ...crowd])
    expect(table.getByRole('rowheader').elements()).toHaveLength(25)
    await screen.getByRole('button', { name: 'Next page' }).click()
    await expect.poll(() => table.getByRole('rowheader').elements()).toHaveLength(16)
    await screen.getByRole('button', { name: /^Filters/ }).click()
    await screen.getByRole('button', { name: /^Owner/ }).click()
    await expect.poll(() => table.getByRole('rowheader').elements()).toHaveLength(1)
    await screen.getByRole('button', { name: 'Reset' }).click()
    await expect.poll(() => table.getByRole('rowheader').elements()).toHaveLength(25)
    await screen.getByRole('searchbox', { name: 'Search members...' }).fill('M32@')
    await expect.poll(() => table.getByRole('rowheader').elements()).toHaveLength(1)
  })

  it('offers a retry when loading fails, while the rest of the page works', async () => {
    const { screen, api } = await renderApp('/workspace/W1/members', {
      prepare: (api) => {
        api.reply(workspaces.read, workspace({ id: 'W1' }))
        api.refuse(members.list, 'InternalError', { message: 'It broke' })
      },
    })
    await expect.element(screen.getByText('It broke')).toBeVisible()
    await expect.element(screen.getByText('01JFAKEREQUEST000000000000')).toBeVisible()
    await expect
      .element(screen.getByRole('heading', { level: 1, name: 'Production > Members' }))
      .toBeVisible()
    api.reply(members.list, [ada])
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByRole('grid', { name: 'Members' })).toBeVisible()
    loggedFailures()
  })
})

describe('removing a member', () => {
  const used = {
    id: 'T1',
    name: 'deploy',
    kind: 'api',
    createdAt: '2025-01-01T00:00:00.000Z',
    lastUsedAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
    lastUsedIp: '203.0.113.7',
  } as const

  it('first shows which tokens and sessions are revoked and when they were last used', async () => {
    const { screen, api } = await open()
    api.reply(members.access, {
      tokens: [used, { ...used, id: 'T2', name: 'Production', kind: 'instance', lastUsedAt: null }],
      ...nothingLeft,
    })
    await screen.getByRole('button', { name: `Remove ${grace.email}` }).click()
    const dialog = screen.getByRole('alertdialog', { name: 'Remove Grace Hopper?' })
    await expect.element(dialog.getByText('deploy')).toBeVisible()
    await expect.element(dialog.getByText(/last used 3 hours ago/)).toBeVisible()
    await expect.element(dialog.getByText('Signed-in session')).toBeVisible()
    await expect.element(dialog.getByText('never used')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(api.requests(members.remove)).toEqual([])
  })

  it('removes the member from the table, and sends the browser to the instance', async () => {
    const { screen, api, table } = await open()
    api.reply(members.access, { tokens: [], ...nothingLeft })
    api.reply(members.remove, [ada, linus])
    await screen.getByRole('button', { name: `Remove ${grace.email}` }).click()
    await screen.getByRole('button', { name: 'Remove User' }).click()
    await expect.poll(() => table.getByRole('rowheader').elements()).toHaveLength(2)
    expect(api.requests(members.remove)[0]?.body).toMatchObject({ email: grace.email })
    expect(browserNavigation.go).toHaveBeenCalledWith(
      'https://app.systeminit.com/refresh-auth?workspaceId=W1',
    )
  })

  it('works even if the tokens cannot be loaded, and shows its own failure', async () => {
    const { screen, api } = await open()
    api.refuse(members.access, 'InternalError', { message: 'No look-up' })
    api.refuse(members.remove, 'InternalError', { message: 'No removal' })
    await screen.getByRole('button', { name: `Remove ${grace.email}` }).click()
    await expect.element(screen.getByText('No look-up')).toBeVisible()
    await screen.getByRole('button', { name: 'Remove User' }).click()
    await expect.element(screen.getByText('No removal')).toBeVisible()
    expect(browserNavigation.go).not.toHaveBeenCalled()
    expect(loggedFailures()).toHaveLength(2)
  })
})

describe('a member who is not the owner', () => {
  it('cannot change roles, but as an Approver can remove and invite', async () => {
    const list = [{ ...ada, role: 'APPROVER' } as const, { ...grace, role: 'OWNER' } as const, linus]
    const { screen, row } = await open({ role: 'APPROVER', ...notOwned }, list)
    expect(screen.getByRole('button', { name: /^Role of/ }).query()).toBeNull()
    await expect.element(row(linus.email).getByText('Collaborator')).toBeVisible()
    const remove = screen.getByRole('button', { name: `Remove ${linus.email}` })
    await expect.element(remove).not.toHaveAccessibleDescription()
    await expect
      .element(screen.getByRole('button', { name: `Remove ${ada.email}` }))
      .toHaveAccessibleDescription('You cannot remove yourself. Leave the workspace instead')
    const add = screen.getByRole('button', { name: 'Add User To Workspace' })
    await expect.element(add).not.toHaveAccessibleDescription()
  })

  it('as a Collaborator can neither remove nor invite, and sees why', async () => {
    const list = [{ ...ada, role: 'EDITOR' } as const, { ...grace, role: 'OWNER' } as const, linus]
    const { screen, api } = await open({ role: 'EDITOR', ...notOwned }, list)
    await expect
      .element(screen.getByRole('button', { name: `Remove ${linus.email}` }))
      .toHaveAccessibleDescription('Only owners and approvers can remove members')
    const add = screen.getByRole('button', { name: 'Add User To Workspace' })
    await expect.element(add).toHaveAccessibleDescription('Only owners and approvers can invite members')
    await add.click({ force: true })
    expect(api.requests(members.invite)).toEqual([])
    for (const name of ['Invite a member', 'Invite several people'])
      expect(screen.getByRole('button', { name }).query()).toBeNull()
  })

  const xia = { ...grace, userId: 'U2', email: 'x@example.com', firstName: 'Xia', lastName: null }
  const crowd = ['a', 'b', 'c'].map((name) => ({ ...grace, userId: name, email: name, firstName: name }))

  it.each([
    ['Ask Olive Owens', []],
    ['Ask Olive Owens or Grace Hopper', [grace]],
    ['Ask Olive Owens, Grace Hopper or Xia', [grace, xia]],
    ['Ask Olive Owens, a Hopper, b Hopper or another approver', crowd],
  ])('as a Collaborator sees who can invite: "%s"', async (sentence, approvers) => {
    const owner = { ...ada, userId: 'U1', email: 'olive@example.com', firstName: 'Olive', lastName: 'Owens' }
    const invitee = { ...invited('kim@example.com'), role: 'APPROVER' } as const
    const self = { ...ada, role: 'EDITOR' } as const
    const { screen } = await open({ role: 'EDITOR', ...notOwned }, [self, invitee, ...approvers, owner])
    await expect.element(screen.getByText(/^Ask/).first()).toBeVisible()
    await expect
      .element(screen.getByRole('form', { name: 'Add a user' }))
      .toMatchTextContent(new RegExp(`${sentence}User Email`))
    await expect
      .element(screen.getByRole('link', { name: 'Olive Owens' }))
      .toHaveAttribute('href', 'mailto:olive@example.com')
  })

  it('as a Collaborator sees the buttons that remove members only under the pointer and the focus', async () => {
    const list = [{ ...ada, role: 'EDITOR' } as const, { ...grace, role: 'OWNER' } as const, linus]
    const { screen, row } = await open({ role: 'EDITOR', ...notOwned }, list)
    const box = screen.getByRole('button', { name: `Remove ${linus.email}` }).element()
      .parentElement as Element
    const opacity = () => getComputedStyle(box).opacity
    expect(opacity()).toBe('0')
    await row(linus.email).hover()
    await expect.poll(opacity).toBe('1')
    await row(grace.email).hover()
    await expect.poll(opacity).toBe('0')
    ;(box.querySelector('button') as HTMLElement).focus()
    await expect.poll(opacity).toBe('1')
  })

  it('sees what leaving revokes, and no longer finds the workspace in the list afterwards', async () => {
    const list = [{ ...ada, role: 'EDITOR' } as const, { ...grace, role: 'OWNER' } as const]
    const { screen, api, address } = await open({ role: 'EDITOR', ...notOwned }, list)
    api.reply(members.leave, undefined)
    await screen.getByRole('button', { name: 'Leave workspace' }).click()
    const dialog = screen.getByRole('alertdialog', { name: 'Leave Production?' })
    await expect.element(dialog.getByText(/You have no API tokens in this workspace/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Leave workspace' }).click()
    await expect.poll(address).toBe('/workspaces')
    await expect.element(screen.getByText('You left Production')).toBeVisible()
    expect(api.requests(members.leave)[0]?.params).toEqual({ workspaceId: 'W1' })
  })
})
