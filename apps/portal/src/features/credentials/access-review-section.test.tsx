import {
  type Actor,
  accessReview,
  type ReviewReminder,
  type SignOff,
} from '@portal/contract/access-review/access-review'
import { invitations } from '@portal/contract/invitations/invitations'
import { type Member, members } from '@portal/contract/members/members'
import { tokens } from '@portal/contract/tokens/tokens'
import { type Workspace, workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it, vi } from 'vitest'
import { requestId } from '../../testing/fake-api.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { person, workspace } from '../../testing/people.ts'
import { pressTwice } from '../../testing/press-twice.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { ada, grace, invited, notOwned } from '../../testing/team.ts'

const longAgo = '2024-01-01T00:00:00.000Z'
const member: Actor = {
  kind: 'member',
  id: person().id,
  name: 'Ada Lovelace',
  userId: person().id,
  email: 'ada@example.com',
  role: 'OWNER',
  permission: null,
  serviceAccount: null,
  createdBy: null,
  state: 'active',
  createdAt: longAgo,
  lastUsedAt: new Date().toISOString(),
  lastUsedIp: null,
  expiresAt: null,
}
const serviceAccount = { id: 'S1', name: 'deploy-bot' }
const withoutUser = { userId: null, email: null, role: null } as const
const rule: Actor = { ...member, ...withoutUser, kind: 'trustRule', id: 'R1', name: 'main', serviceAccount }
const webhook: Actor = {
  ...member,
  ...withoutUser,
  kind: 'webhook',
  id: 'H1',
  name: 'hooks.example.com: Alerts',
  createdBy: { userId: 'U9', email: 'gone@example.com' },
  state: 'failing',
  lastUsedAt: null,
}
const all: Actor[] = [
  member,
  { ...member, ...withoutUser, kind: 'serviceAccount', ...serviceAccount },
  { ...member, ...withoutUser, kind: 'token', id: 'T1', name: 'Deploys', serviceAccount, permission: 'read' },
  {
    ...{ ...member, kind: 'token', id: 'T2', name: 'Old cron', role: null, userId: 'U2', lastUsedAt: null },
    permission: 'manage',
  },
  rule,
]

const localhost = 'http://localhost:8080'
const graceActor: Actor = {
  ...member,
  id: grace.userId,
  name: 'Grace Hopper',
  userId: grace.userId,
  email: grace.email,
  role: 'APPROVER',
}
const team = [ada, grace, invited('new@example.com')]

const signOff: SignOff = {
  id: 'S1',
  at: '2026-11-03T10:00:00.000Z',
  by: { userId: person().id, name: 'Ada Lovelace', email: 'ada@example.com' },
  entries: { members: 2, invitations: 1, serviceAccounts: 1, tokens: 3, trustRules: 1, webhooks: 0 },
}
const noReminder = { every: null, nextReviewAt: null }

interface Scene {
  actors?: Actor[]
  people?: Member[]
  reviewed?: { signOffs: SignOff[]; reminder: ReviewReminder }
  path?: string
}

async function open(
  role: Workspace['role'] = 'OWNER',
  { actors = all, people = [], reviewed = { signOffs: [], reminder: noReminder }, path = '' }: Scene = {},
) {
  const app = await renderApp(`/workspace/W1/access-review${path}`, {
    prepare: (api) => {
      const more = role === 'OWNER' ? {} : notOwned
      api.reply(workspaces.read, workspace({ id: 'W1', instanceUrl: localhost, role, ...more }))
      api.reply(accessReview.list, { actors })
      api.reply(members.list, people)
      api.reply(accessReview.listSignOffs, reviewed)
    },
  })
  const table = app.screen.getByRole('grid', { name: 'Access review' })
  return { ...app, table, row: (name: RegExp) => table.getByRole('row', { name }) }
}

/** Opens the review of a workspace with an approver and an open invitation. */
const openTeam = (role?: Workspace['role'], scene: Scene = {}) =>
  open(role, { actors: [member, graceActor, ...all.slice(1)], people: team, ...scene })

describe('The access review', () => {
  it('lists everything that can act, filters for unused tokens, and revokes one on the second click', async () => {
    const { screen, api, table, row } = await open()
    await expect.element(row(/main/).getByText('Trust rule of deploy-bot')).toBeVisible()
    await expect
      .element(row(/Old cron/).getByText('API token of ada@example.com, can manage the workspace'))
      .toBeVisible()
    await expect
      .element(row(/Deploys/).getByText('API token of deploy-bot, can read the workspace'))
      .toBeVisible()
    await expect.element(row(/Old cron/).getByText('Unused for 90 days')).toBeVisible()
    await screen.getByRole('button', { name: /^Unused for 90 days/ }).click()
    await expect.poll(() => table.getByRole('rowheader').elements()).toHaveLength(1)

    api.reply(tokens.revoke, undefined)
    api.reply(accessReview.list, { actors: all.filter(({ id }) => id !== 'T2') })
    const button = row(/Old cron/).getByRole('button', { name: 'Revoke Old cron' })
    await button.click()
    expect(api.requests(tokens.revoke)).toEqual([])
    await pressTwice(button, () => api.requests(tokens.revoke).length > 0)
    await expect.element(screen.getByText('“Old cron” is revoked')).toBeVisible()
    await expect.element(screen.getByText('No entries match the filters')).toBeVisible()
    expect(api.requests(tokens.revoke)[0]?.params).toEqual({ workspaceId: 'W1', tokenId: 'T2' })
  })

  it.each(['OWNER', 'APPROVER'] as const)(
    'shows the %s the state and creator of a webhook, and leads to the webhooks',
    async (role) => {
      const { screen, table, row } = await open(role, { actors: [...all, webhook] })
      await screen.getByRole('button', { name: 'Webhooks 1' }).click()
      await expect.poll(() => table.getByRole('rowheader').elements()).toHaveLength(1)
      const shown = row(/hooks\.example\.com: Alerts/)
      await expect.element(shown.getByText('Failing')).toBeVisible()
      await expect.element(shown.getByText('Webhook, created by gone@example.com')).toBeVisible()
      await expect.element(shown.getByText('Nothing delivered in 30 days')).toBeVisible()
      await expect
        .element(shown.getByRole('link', { name: 'Open webhooks' }))
        .toHaveAttribute('href', '/workspace/W1/webhooks')
      await screen.getByRole('button', { name: 'Sign off review' }).click()
      const dialog = screen.getByRole('dialog', { name: 'Sign off this review?' })
      await expect.element(dialog.getByText('1 webhook', { exact: true })).toBeVisible()
    },
  )

  it('shows on which day an expiring token expires, and in how many days', async () => {
    const expiresAt = new Date(Date.now() + 4 * 86_400_000 + 3_600_000)
    const day = expiresAt.toLocaleDateString('en-US', { dateStyle: 'long' })
    const { row } = await open('OWNER', {
      actors: [{ ...member, kind: 'token', expiresAt: expiresAt.toISOString() }],
    })
    await expect.element(row(/Ada/).getByText(day)).toBeVisible()
    await expect.element(row(/Ada/).getByText('in 4 days')).toBeVisible()
  })

  it('lets an approver pause the tokens of service accounts, but not change the tokens of other members', async () => {
    const { api, row } = await open('APPROVER')
    await expect.element(row(/Old cron/)).toBeVisible()
    expect(
      row(/Old cron/)
        .getByRole('button')
        .elements(),
    ).toEqual([])
    api.refuse(tokens.pause, 'Conflict', { message: 'This token has expired.' })
    await row(/Deploys/)
      .getByRole('button', { name: 'Pause Deploys' })
      .click()
    const failure = row(/Deploys/)
      .getByRole('alert')
      .filter({ hasText: 'The token was not paused' })
    await expect.element(failure).toMatchTextContent(/This token has expired\./)
    await expect.element(failure).toMatchTextContent(new RegExp(requestId))
    expect(api.requests(tokens.pause)[0]?.body).toMatchObject({ for: '1h' })
    expect(loggedFailures()).toHaveLength(1)
  })

  it('is fetched when the user points at its link', async () => {
    const { screen, api } = await renderApp('/workspace/W1/danger', {
      prepare: (prepared) => {
        prepared.reply(workspaces.read, workspace({ id: 'W1' }))
        prepared.reply(accessReview.list, { actors: all })
      },
    })
    const link = screen.getByRole('link', { name: 'Access review' })
    await expect.element(link).toBeVisible()
    expect(api.requests(accessReview.list)).toEqual([])
    await link.hover()
    await expect.poll(() => api.requests(accessReview.list).length).toBe(1)
  })

  it('downloads everything as CSV', async () => {
    const { screen, api } = await open()
    api.answer(accessReview.download, 200, '"Kind","Name"\r\n')
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    await screen.getByRole('button', { name: 'Download CSV' }).click()
    await expect.poll(() => clicked).toHaveBeenCalledOnce()
    expect((clicked.mock.contexts[0] as HTMLAnchorElement).download).toBe('access-review-W1.csv')
    clicked.mockRestore()
  })

  it('is not offered to a collaborator, and explains who may see it', async () => {
    const { screen, api } = await open('EDITOR')
    await expect.element(screen.getByText('Only owners and approvers can review access')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Access review' }).query()).toBeNull()
    expect(api.requests(accessReview.list)).toEqual([])
  })

  it('removes a member and withdraws an invitation without leaving the page', async () => {
    const { screen, api, row, address } = await openTeam()
    await row(/Grace Hopper/)
      .getByRole('button', { name: 'Remove grace@example.com' })
      .click()
    api.reply(members.remove, [ada, invited('new@example.com')])
    api.reply(accessReview.list, { actors: all })
    const removal = screen.getByRole('alertdialog', { name: 'Remove Grace Hopper?' })
    await removal.getByRole('button', { name: 'Remove User' }).click()
    await expect.element(row(/Grace Hopper/)).not.toBeInTheDocument()

    await row(/new@example.com/)
      .getByRole('button', { name: 'Withdraw the invitation to new@example.com' })
      .click()
    api.reply(invitations.withdraw, undefined)
    api.reply(members.list, [ada])
    await screen.getByRole('button', { name: 'Withdraw invitation' }).click()
    await expect.element(row(/new@example.com/)).not.toBeInTheDocument()
    expect(address()).toBe('/workspace/W1/access-review')
  })

  it("lets the owner change a member's role", async () => {
    const { api, screen, row } = await openTeam()
    await row(/Grace Hopper/)
      .getByRole('button', { name: /Role of grace@example.com/ })
      .click()
    api.reply(members.changeRole, [ada, { ...grace, role: 'EDITOR' }, invited('new@example.com')])
    await screen.getByRole('option', { name: 'Collaborator' }).click()
    await expect
      .poll(() => api.requests(members.changeRole)[0]?.body)
      .toMatchObject({
        userId: grace.userId,
        role: 'EDITOR',
      })
  })

  it('does not offer roles to an approver', async () => {
    const { row } = await openTeam('APPROVER')
    await expect.element(row(/Grace Hopper/)).toBeVisible()
    expect(
      row(/Grace Hopper/)
        .getByRole('button', { name: /Role of/ })
        .elements(),
    ).toEqual([])
  })

  it('filters to what one person can do, also by the address of the page', async () => {
    const created = { ...rule, createdBy: { userId: grace.userId, email: grace.email } }
    const app = await openTeam('OWNER', {
      actors: [member, graceActor, ...all.slice(1, 4), created],
      path: `?person=${grace.userId}`,
    })
    const { table } = app
    await expect.element(table.getByRole('row', { name: /main/ })).toBeVisible()
    expect(table.getByRole('rowheader').elements()).toHaveLength(2)
    await expect
      .element(app.screen.getByText(/Approver. Can approve changes. Created 1 trust rule/))
      .toBeVisible()
    await app.screen.getByRole('combobox', { name: 'Person' }).fill('')
    await app.screen.getByRole('option', { name: /Ada Lovelace/ }).click()
    await expect.poll(app.address).toBe(`/workspace/W1/access-review?person=${member.id}`)
    await expect.element(table.getByRole('row', { name: /main/ })).not.toBeInTheDocument()
  })

  it('counts the rows of the person in its filters, and shows everyone again with a button or Reset', async () => {
    const { screen, table, address } = await openTeam('OWNER', { path: `?person=${grace.userId}` })
    await expect.element(screen.getByRole('button', { name: 'Members 1' })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'API tokens 0' })).toBeVisible()
    await screen.getByRole('button', { name: 'Show everyone' }).click()
    await expect.element(screen.getByRole('button', { name: 'Members 2' })).toBeVisible()
    await expect.element(screen.getByRole('searchbox')).toHaveFocus()
    await table.getByRole('link', { name: 'Grace Hopper' }).click()
    await expect.element(screen.getByRole('button', { name: 'Members 1' })).toBeVisible()
    await screen.getByRole('button', { name: 'Reset' }).click()
    await expect.element(screen.getByRole('button', { name: 'Members 2' })).toBeVisible()
    expect(address()).toBe('/workspace/W1/access-review')
  })

  it('names who can approve changes', async () => {
    const { screen, row } = await openTeam()
    await expect.element(screen.getByText('Ada Lovelace and Grace Hopper')).toBeVisible()
    await expect.element(row(/Grace Hopper/).getByText('Can approve')).toBeVisible()
  })

  it('is signed off with the counts that the user saw, says what changed since, and then shows who reviewed it', async () => {
    const { screen, api } = await openTeam()
    await expect.element(screen.getByText('Not reviewed yet')).toBeVisible()
    await screen.getByRole('button', { name: 'Sign off review' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Sign off this review?' })
    await expect.element(dialog.getByText('2 API tokens')).toBeVisible()
    api.reply(accessReview.signOff, { signOff })
    api.reply(accessReview.listSignOffs, { signOffs: [signOff], reminder: noReminder })
    await dialog.getByRole('button', { name: 'Sign off' }).click()
    await expect.element(screen.getByText(/3 API tokens instead of 2/)).toBeVisible()
    await expect
      .element(screen.getByText(/^Reviewed on/))
      .toMatchTextContent(/^Reviewed on November 3, 2026 by Ada Lovelace$/)
  })

  it('downloads the evidence of the last review from the top of the page', async () => {
    const { screen, api } = await open('APPROVER', {
      reviewed: { signOffs: [signOff, { ...signOff, id: 'S0' }], reminder: noReminder },
    })
    api.answer(accessReview.downloadSignOff, 200, '"Kind","Name"\r\n')
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    await screen.getByRole('button', { name: 'Download evidence' }).click()
    await expect.poll(() => clicked).toHaveBeenCalledOnce()
    expect(api.requests(accessReview.downloadSignOff)[0]?.params).toMatchObject({ signOffId: 'S1' })
    clicked.mockRestore()
    await screen.getByRole('link', { name: 'Earlier reviews' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Reviews' })).toHaveFocus()
  })

  it('calls no expired invitation open, and says in the sign-off that it gives no access', async () => {
    const people = [...team, invited('late@example.com', true)]
    const { screen, row } = await openTeam('OWNER', { people })
    await expect.element(row(/late@example\.com/).getByText('Expired', { exact: true })).toBeVisible()
    expect(screen.getByText(/open invitation/i).elements()).toEqual([])
    await screen.getByRole('button', { name: 'Sign off review' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Sign off this review?' })
    await expect.element(dialog.getByText('2 invitations', { exact: true })).toBeVisible()
    await expect
      .element(dialog.getByText('1 invitation has expired. It gives no access unless you resend it.'))
      .toBeVisible()
  })

  it('downloads the evidence of each sign-off', async () => {
    const { screen, api } = await open('APPROVER', {
      reviewed: { signOffs: [signOff], reminder: noReminder },
    })
    api.answer(accessReview.downloadSignOff, 200, '"Kind","Name"\r\n')
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    await screen.getByRole('button', { name: 'Evidence of 2026-11-03' }).click()
    await expect.poll(() => clicked).toHaveBeenCalledOnce()
    expect((clicked.mock.contexts[0] as HTMLAnchorElement).download).toBe('access-review-W1-2026-11-03.csv')
    expect(api.requests(accessReview.downloadSignOff)[0]?.params).toMatchObject({ signOffId: 'S1' })
    clicked.mockRestore()
  })

  it('lets the owner choose a reminder, and says when a review is overdue', async () => {
    const reminder = { every: 'quarter', nextReviewAt: '2026-01-03T10:00:00.000Z' } as const
    const reviewed = { signOffs: [], reminder }
    const { screen, api } = await open('OWNER', { reviewed })
    await expect.element(screen.getByText('Overdue')).toBeVisible()
    await screen.getByRole('button', { name: /Reminder/ }).click()
    api.reply(accessReview.setReminder, { reminder: noReminder })
    await screen.getByRole('option', { name: 'No reminder' }).click()
    await expect.element(screen.getByText('Not scheduled')).toBeVisible()
    expect(api.requests(accessReview.setReminder)[0]?.body).toMatchObject({ every: null })
  })

  it('shows an approver the reminder', async () => {
    const reminder = { every: 'quarter', nextReviewAt: '2126-01-03T10:00:00.000Z' } as const
    const { screen } = await open('APPROVER', { reviewed: { signOffs: [], reminder } })
    await expect.element(screen.getByText('Every quarter')).toBeVisible()
    expect(screen.getByRole('button', { name: /Reminder/ }).query()).toBeNull()
  })
})
