import { limitSentence } from '@portal/contract/account-limits'
import { invitations } from '@portal/contract/invitations/invitations'
import { members } from '@portal/contract/members/members'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it, vi } from 'vitest'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { workspace } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { ada, invited } from '../../testing/team.ts'

const kim = invited('kim@example.com')
const late = invited('late@example.com', true)
const roleOf = (email: string) => new RegExp(`Role of ${email}`)

async function open(more = {}) {
  const app = await renderApp('/workspace/W1/members', {
    prepare: (api) => {
      api.reply(workspaces.read, workspace({ id: 'W1', ...more }))
      api.reply(members.list, [ada, kim, late])
    },
  })
  const { screen } = app
  const email = screen.getByRole('textbox', { name: /^User Email to Grant Workspace Access/ })
  const add = screen.getByRole('button', { name: 'Add User To Workspace' })
  await expect.element(screen.getByRole('grid', { name: 'Members' })).toBeVisible()
  return { ...app, email, add, notice: screen.getByText(/^we have notified/) }
}

describe('the invite form', () => {
  it.each([
    ['', 'This field is required'],
    ['nobody', 'Invalid email'],
  ])('rejects the email "%s"', async (typed, message) => {
    const { screen, api, email, add } = await open()
    await email.fill(typed)
    await add.click()
    await expect.element(screen.getByText(message)).toBeVisible()
    expect(api.requests(members.invite)).toEqual([])
  })

  it('invites with the role Collaborator by default, and lists the invitee', async () => {
    const { screen, api, email, add } = await open()
    const friend = invited('friend@example.com')
    api.reply(members.invite, [ada, friend, kim, late])
    await email.fill('  Friend@Example.com ')
    await add.click()
    const row = screen.getByRole('row').filter({ hasText: 'friend@example.com' })
    await expect.element(row.getByText('Invited')).toBeVisible()
    await expect.element(email).toHaveValue('')
    await email.fill('kim@example.com')
    await screen.getByRole('button', { name: /^(?!.*of).*Role/ }).click()
    await screen.getByRole('option', { name: 'Approver' }).click()
    await add.click()
    await expect.poll(() => api.requests(members.invite)).toHaveLength(2)
    const [first, second] = api.requests(members.invite)
    expect(first?.body).toMatchObject({ email: 'friend@example.com', role: 'EDITOR' })
    expect(second?.body).toMatchObject({ email: 'kim@example.com', role: 'APPROVER' })
  })

  it('shows for 20 seconds that the invitee was notified', async () => {
    const { api, email, add, notice } = await open()
    api.reply(members.invite, [ada])
    await email.fill('friend@example.com')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    // The click itself advances the fake clock.
    const button = add.element()
    if (button instanceof HTMLElement) button.click()
    await expect.poll(() => notice.query()).not.toBeNull()
    await expect
      .element(notice)
      .toHaveTextContent(
        'we have notified friend@example.com that you invited them to collaborate on this workspace. They get access with the role Collaborator once they accept the invitation, which expires in 14 days.',
      )
    vi.advanceTimersByTime(19_900)
    await expect.element(notice).toBeVisible()
    vi.advanceTimersByTime(200)
    await expect.element(notice).not.toBeInTheDocument()
  })

  it('names the role that the invitee gets, which an open invitation may keep', async () => {
    const { api, email, add, notice } = await open({ role: 'APPROVER' })
    api.reply(members.invite, [ada, { ...kim, role: 'APPROVER' }, late])
    await email.fill(kim.email)
    await add.click()
    await expect.element(notice).toMatchTextContent(/kim@example.com .* with the role Approver once/)
    expect(api.requests(members.invite)[0]?.body).toMatchObject({ role: 'EDITOR' })
  })

  it("shows the server's error at the email field, which receives the focus", async () => {
    const { screen, api, email, add, notice } = await open()
    const error = 'ada@example.com is already a member of this workspace.'
    api.refuse(members.invite, 'AlreadyMember', { message: error })
    await email.fill('ada@example.com')
    await add.click()
    await expect.element(screen.getByText(error)).toBeVisible()
    await expect.element(email).toHaveAccessibleDescription(error)
    await expect.element(email).toHaveFocus()
    await expect.element(email).toHaveValue('ada@example.com')
    expect(screen.getByRole('alert').elements()).toEqual([])
    expect(notice.query()).toBeNull()
    expect(loggedFailures()).toHaveLength(1)
  })

  it.each([
    ['LimitReached', limitSentence('membersOfWorkspace', 2_000)],
    ['TooManyRequests', `${limitSentence('mailsToAddress', 5)} Try again in 3 hours.`],
  ] as const)("shows the limit's message for %s, and keeps the address", async (type, message) => {
    const { screen, api, email, add } = await open()
    api.refuse(members.invite, type, { message })
    await email.fill('friend@example.com')
    await add.click()
    await expect.element(screen.getByText(message)).toBeVisible()
    await expect.element(email).toHaveValue('friend@example.com')
    expect(loggedFailures()).toHaveLength(1)
  })

  it('is disabled in a quarantined workspace, with the reason', async () => {
    const { add } = await open({ quarantinedAt: '2025-01-01T00:00:00.000Z' })
    await expect.element(add).toHaveAccessibleDescription('This workspace is quarantined')
  })
})

describe('an open invitation', () => {
  it('shows whether it is pending or expired', async () => {
    const { screen } = await open()
    const row = (name: string) => screen.getByRole('row').filter({ hasText: name })
    await expect.element(row(kim.email).getByText('Invited')).toBeVisible()
    await expect.element(row(kim.email).getByText(/expires in 13 days/)).toBeVisible()
    await expect.element(row(late.email).getByText('Invitation expired')).toBeVisible()
  })

  it('can be resent', async () => {
    const { screen, api } = await open()
    api.reply(invitations.resend, undefined)
    await screen.getByRole('button', { name: `More actions for ${late.email}` }).click()
    await screen.getByRole('menuitem', { name: 'Resend invitation' }).click()
    await expect.element(screen.getByText(`Invitation resent to ${late.email}`)).toBeVisible()
    expect(api.requests(invitations.resend)[0]?.params.invitationId).toBe(late.invitation?.id)
    expect(api.requests(members.list)).toHaveLength(2)
  })

  it('shows in its row why it was not resent', async () => {
    const { screen, api } = await open()
    const held = api.hold(invitations.resend)
    const menu = screen.getByRole('button', { name: new RegExp(`^More actions for ${late.email}`) })
    await menu.click()
    await screen.getByRole('menuitem', { name: 'Resend invitation' }).click()
    await expect.element(menu).toHaveAccessibleName(`More actions for ${late.email} Loading...`)
    held.refuse('TooManyRequests')
    const failure = screen.getByRole('row').filter({ hasText: late.email }).getByRole('alert')
    await expect.element(failure).toMatchTextContent(/The invitation was not resent/)
    await expect.element(failure).toMatchTextContent(/Refused: TooManyRequests/)
    expect(loggedFailures()).toHaveLength(1)
  })

  it('offers a new link, and reports whether copying worked', async () => {
    const { screen, api } = await open()
    const url = 'http://localhost:9000/invitation/abc'
    api.reply(invitations.link, { url })
    await screen.getByRole('button', { name: `More actions for ${kim.email}` }).click()
    await screen.getByRole('menuitem', { name: 'Get a link' }).click()
    await expect.element(screen.getByText(url)).toBeVisible()
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'))
    const select = vi.spyOn(document, 'execCommand').mockReturnValue(false)
    const copy = screen.getByRole('button', { name: 'Copy link' })
    await expect.element(copy).toHaveFocus()
    await copy.click()
    await expect.element(screen.getByRole('button', { name: 'Copying failed' })).toBeVisible()
    write.mockResolvedValue()
    await screen.getByRole('button', { name: 'Copying failed' }).click()
    await expect.element(screen.getByRole('button', { name: 'Copied!' })).toBeVisible()
    expect(write).toHaveBeenCalledWith(url)
    for (const spy of [write, select]) spy.mockRestore()
    expect(api.requests(invitations.link)).toHaveLength(1)
  })

  it('offers a new link again after a failure, and keeps it in no cache', async () => {
    const { screen, api, queryClient } = await open()
    const url = 'http://localhost:9000/invitation/abc'
    api.refuse(invitations.link, 'DatabaseUnavailable')
    await screen.getByRole('button', { name: `More actions for ${kim.email}` }).click()
    await screen.getByRole('menuitem', { name: 'Get a link' }).click()
    const retry = screen.getByRole('button', { name: 'Try again' })
    await expect.element(retry).toBeVisible()
    api.reply(invitations.link, { url })
    await retry.click()
    await expect.element(screen.getByText(url)).toBeVisible()
    expect(retry.elements()).toEqual([])
    const caches = [queryClient.getQueryCache(), queryClient.getMutationCache()]
    const states = caches.flatMap((cache) => cache.getAll().map(({ state }) => state))
    expect(JSON.stringify(states)).not.toContain(url)
    expect(loggedFailures()).toHaveLength(1)
  })

  it('offers no link once it has expired', async () => {
    const { screen } = await open()
    await screen.getByRole('button', { name: `More actions for ${late.email}` }).click()
    await expect
      .element(screen.getByRole('menuitem', { name: /^Get a link/ }))
      .toHaveAttribute('aria-disabled', 'true')
  })

  it('can change its role without leaving the page', async () => {
    const { screen, api } = await open({ instanceUrl: 'https://infra.example.com' })
    const choice = screen.getByRole('button', { name: roleOf(kim.email) })
    const held = api.hold(members.changeRole)
    await choice.click()
    await screen.getByRole('option', { name: 'Approver' }).click()
    await expect.element(choice).toHaveTextContent('Approver')
    held.release([ada, { ...kim, role: 'APPROVER' }, late])
    await expect.element(screen.getByText(`${kim.email} is now invited with the role Approver`)).toBeVisible()
    const [request] = api.requests(members.changeRole)
    expect(request?.body).toMatchObject({ userId: kim.invitation?.id, role: 'APPROVER' })
    expect(browserNavigation.go).not.toHaveBeenCalled()
  })

  it('has a locked role once it has expired, with the reason', async () => {
    const { screen } = await open()
    const row = screen.getByRole('row').filter({ hasText: late.email })
    await row.getByText('Collaborator').hover()
    await expect
      .element(screen.getByText('The invitation has expired. Resend it to change the role'))
      .toBeVisible()
    expect(screen.getByRole('button', { name: roleOf(late.email) }).query()).toBeNull()
  })

  it('can be withdrawn after a confirmation', async () => {
    const { screen, api } = await open()
    api.reply(invitations.withdraw, undefined)
    await screen.getByRole('button', { name: `Withdraw the invitation to ${kim.email}` }).click()
    api.reply(members.list, [ada, late])
    await screen.getByRole('button', { name: 'Withdraw invitation' }).click()
    await expect.element(screen.getByText(`Invitation to ${kim.email} withdrawn`)).toBeVisible()
    await expect.element(screen.getByRole('row').filter({ hasText: kim.email })).not.toBeInTheDocument()
    expect(api.requests(invitations.withdraw)[0]?.params.invitationId).toBe(kim.invitation?.id)
  })
})
