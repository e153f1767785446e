import { members } from '@portal/contract/members/members'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it } from 'vitest'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { workspace } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { ada, invited } from '../../testing/team.ts'
import { membersQuery } from './member-queries.ts'

const [kim, lin, mo] = ['kim', 'lin', 'mo'].map((name) => invited(`${name}@example.com`)) as [
  typeof ada,
  typeof ada,
  typeof ada,
]

async function open(text: string) {
  const app = await renderApp('/workspace/W1/members', {
    prepare: (api) => {
      api.reply(workspaces.read, workspace({ id: 'W1' }))
      api.reply(members.list, [ada, kim])
    },
  })
  const { screen } = app
  await screen.getByRole('button', { name: 'Invite several people' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Invite several people' })
  await dialog.getByRole('textbox', { name: 'Email addresses' }).fill(text)
  const row = (email: string) =>
    dialog.getByRole('grid', { name: 'Pasted addresses' }).getByRole('row').filter({ hasText: email })
  return { ...app, dialog, row }
}

describe('inviting several people', () => {
  it('shows what will happen to each pasted address, and sends only the new ones', async () => {
    const { screen, api, dialog, row } = await open(
      'Lin <lin@example.com>, ada@example.com\nkim@example.com, lin@example.com, nobody',
    )
    await expect.element(row('ada@example.com').getByText('Already a member')).toBeVisible()
    await expect.element(row('kim@example.com').getByText('Already invited')).toBeVisible()
    await expect.element(row('nobody').getByText('Not an email address')).toBeVisible()
    await expect.element(row('lin@example.com').last().getByText('Listed twice')).toBeVisible()
    expect(api.requests(members.invite)).toEqual([])
    api.reply(members.invite, [ada, kim, lin])
    await dialog.getByRole('button', { name: 'Send 1 invitation' }).click()
    await expect.element(dialog.getByText('1 of 1 invitation sent')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect
      .element(screen.getByRole('grid', { name: 'Members' }).getByText('lin@example.com'))
      .toBeVisible()
    expect(api.requests(members.invite).map(({ body }) => body)).toMatchObject([
      { email: 'lin@example.com', role: 'EDITOR' },
    ])
  })

  it('gives each person the role after their address, and the selected role to the others', async () => {
    const { api, dialog, row } = await open('lin@example.com Approver, mo@example.com')
    await expect.element(row('lin@example.com').getByText('Approver')).toBeVisible()
    await expect.element(row('mo@example.com').getByText('Collaborator')).toBeVisible()
    api.reply(members.invite, [ada, kim, lin, mo])
    await dialog.getByRole('button', { name: 'Send 2 invitations' }).click()
    await expect.element(dialog.getByText('2 of 2 invitations sent')).toBeVisible()
    expect(api.requests(members.invite).map(({ body }) => body)).toMatchObject([
      { email: 'lin@example.com', role: 'APPROVER' },
      { email: 'mo@example.com', role: 'EDITOR' },
    ])
  })

  it('sends the others when one fails, shows why, and retries only the failed one', async () => {
    const { api, dialog, row } = await open('lin@example.com, mo@example.com')
    const held = api.hold(members.invite)
    await dialog.getByRole('button', { name: 'Send 2 invitations' }).click()
    await expect.element(dialog.getByRole('button', { name: 'Stop' })).toBeVisible()
    api.reply(members.invite, [ada, kim, mo])
    held.refuse('AlreadyMember')
    await expect.element(row('mo@example.com').getByText('Invited')).toBeVisible()
    await expect.element(row('lin@example.com').getByText('Refused: AlreadyMember')).toBeVisible()
    await dialog.getByRole('button', { name: 'Try again (1 left)' }).click()
    await expect.element(row('lin@example.com').getByText('Invited')).toBeVisible()
    expect(api.requests(members.invite).map(({ body }) => (body as { email: string }).email)).toEqual([
      'lin@example.com',
      'mo@example.com',
      'lin@example.com',
    ])
    loggedFailures()
  })

  it('shows "Send invitations" without a count until an address is pasted', async () => {
    const { dialog } = await open('')
    await expect.element(dialog.getByRole('button', { name: 'Send invitations' })).toBeVisible()
  })

  it('asks before the user leaves the page while invitations are being sent, and then sends no more', async () => {
    const { screen, api, router, queryClient, dialog } = await open('lin@example.com, mo@example.com')
    const held = api.hold(members.invite)
    await dialog.getByRole('button', { name: 'Send 2 invitations' }).click()
    const leaving = router.navigate({ href: '/workspaces' })
    await screen.getByRole('button', { name: 'Leave without saving' }).click()
    await leaving
    await expect.element(dialog).not.toBeInTheDocument()
    held.release([ada, kim, lin])
    // The list is stored after the last invitation.
    await expect.poll(() => queryClient.getQueryData(membersQuery('W1').queryKey)).toContainEqual(lin)
    expect(api.requests(members.invite)).toHaveLength(1)
  })

  it('stops at a limit, keeps the unsent addresses, and lists them when the dialog is reopened', async () => {
    const { screen, api, dialog, row } = await open('lin@example.com, mo@example.com')
    api.refuse(members.invite, 'TooManyRequests')
    await dialog.getByRole('button', { name: 'Send 2 invitations' }).click()
    await expect.element(row('lin@example.com').getByText('Not sent')).toBeVisible()
    await expect.element(row('mo@example.com').getByText('Not sent yet')).toBeVisible()
    expect(api.requests(members.invite)).toHaveLength(1)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await screen.getByRole('button', { name: 'Invite several people' }).click()
    await expect.element(dialog.getByRole('button', { name: 'Send 2 invitations' })).toBeVisible()
    loggedFailures()
  })
})
