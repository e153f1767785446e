import { accessReview } from '@portal/contract/access-review/access-review'
import { activity } from '@portal/contract/activity/activity'
import { type AttentionItem, attention } from '@portal/contract/attention/attention'
import { invitations } from '@portal/contract/invitations/invitations'
import { members } from '@portal/contract/members/members'
import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { tokens } from '@portal/contract/tokens/tokens'
import { type Workspace, workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it } from 'vitest'
import type { FakeApi } from '../../testing/fake-api.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { workspace } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { activityEntry, ada, attentionItem, grace, invited, linus, notOwned } from '../../testing/team.ts'
import { authToken, maxLifetimeMs, serviceAccount } from '../../testing/tokens.ts'
import { ruleActor } from '../../testing/trust-rules.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const { id } = workspace()

interface Scene {
  role?: Workspace['role']
  items?: AttentionItem[]
  prepare?: (api: FakeApi) => void
}

async function open({ role = 'OWNER', items = [], prepare }: Scene = {}) {
  const app = await renderApp(`/workspace/${id}/overview`, {
    prepare: (api) => {
      api.reply(workspaces.read, workspace({ role, ...(role !== 'OWNER' && notOwned) }))
      api.reply(attention.list, items)
      api.reply(members.list, [ada, grace, linus, invited('new@example.com')])
      api.reply(serviceAccounts.list, { serviceAccounts: [serviceAccount] })
      const created = [
        authToken({ id: 'T1', name: 'Nightly', expiresAt: inDays(60) }),
        authToken({
          id: 'T2',
          name: 'Release',
          expiresAt: inDays(80),
          serviceAccount,
          pausedUntil: inDays(1),
        }),
        authToken({ id: 'T3', name: 'Ended', expiresAt: inDays(-1) }),
      ]
      api.reply(tokens.list, { authTokens: created, maxLifetimeMs })
      api.reply(accessReview.list, { actors: [ruleActor(), ruleActor({ id: 'R2', state: 'learning' })] })
      api.reply(activity.list, [activityEntry()])
      prepare?.(api)
    },
  })
  const { screen } = app
  await expect.element(screen.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
  return { ...app, list: (name: string) => screen.getByRole('list', { name, exact: true }) }
}

describe('the overview of a workspace', () => {
  it('shows who can act, what expires next and what happened last, each with a link', async () => {
    const { screen, list } = await open()
    const actors = list('Who can act here').getByRole('link')
    await expect.element(actors.nth(0)).toHaveTextContent('3 members1 owner, 1 approver, 1 collaborator')
    await expect.element(actors.nth(0)).toHaveAttribute('href', `/workspace/${id}/members`)
    await expect.element(actors.nth(1)).toHaveTextContent('1 service account')
    await expect.element(actors.nth(2)).toHaveTextContent('2 API tokens1 of service accounts, 1 paused')
    await expect.element(actors.nth(3)).toHaveTextContent('2 trust rules1 learning')
    const review = screen.getByRole('link', { name: 'Review access' })
    await expect.element(review).toHaveAttribute('href', `/workspace/${id}/access-review`)
    const next = list('Expires next').getByRole('listitem')
    await expect.element(next.nth(0)).toMatchTextContent(/^Invitation to new@example\.com/)
    await expect.element(next.nth(1)).toHaveTextContent('API token Nightlyexpires in 2 months')
    const token = next.nth(1).getByRole('link', { name: 'Nightly' })
    await expect.element(token).toHaveAttribute('href', `/workspace/${id}/tokens?find=Nightly`)
    await expect.element(list('Latest activity')).toMatchTextContent(/Invited a member.*Ada Lovelace/)
    await expect.element(screen.getByText('Nothing needs your attention.')).toBeVisible()
  })

  it('lists what needs attention in this workspace, each with its action', async () => {
    const { list } = await open({
      items: [
        attentionItem({ id: 'T1', name: 'Nightly' }),
        attentionItem({ id: 'T2', name: 'Release', kind: 'oldSecretUsed' }),
        attentionItem({ workspaceId: 'OTHER', name: 'elsewhere' }),
      ],
    })
    const rows = list('Needs attention').getByRole('listitem')
    await expect.element(rows.nth(0)).toMatchTextContent(/The API token Nightly expires in 3 days/)
    await expect.element(rows.nth(0)).toMatchTextContent(/Last used 1 day ago/)
    await expect.element(rows.nth(1)).toMatchTextContent(/The old secret of Release was used in the last day/)
    await expect.element(rows.nth(1)).toMatchTextContent(/It stops working in 3 days/)
    expect(rows.elements()).toHaveLength(2)
    const link = rows.nth(0).getByRole('link', { name: 'Show token Nightly' })
    await expect.element(link).toHaveAttribute('href', `/workspace/${id}/tokens?find=Nightly`)
    await expect.element(list('Expires next')).not.toMatchTextContent(/Nightly/)
  })

  it('resends an expired invitation in place, and keeps the focus on the page', async () => {
    const kind = 'invitationExpired'
    const late = attentionItem({ kind, id: 'I1', name: 'late@example.com', at: inDays(-2), lastUsedAt: null })
    const { screen, api } = await open({ items: [late] })
    api.reply(invitations.resend, undefined)
    api.reply(attention.list, [])
    await screen.getByRole('button', { name: 'Resend the invitation to late@example.com' }).click()
    await expect.element(screen.getByText('Nothing needs your attention.')).toBeVisible()
    expect(api.requests(invitations.resend)[0]?.params).toEqual({ workspaceId: id, invitationId: 'I1' })
    await expect.element(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  })

  it('shows a collaborator no activity, no invitations and no link to the access review', async () => {
    const { screen, api, list } = await open({ role: 'EDITOR' })
    await expect.element(list('Who can act here')).toMatchTextContent(/3 members/)
    await expect.element(list('Expires next')).toHaveTextContent('API token Nightlyexpires in 2 months')
    expect(screen.getByText('Latest activity').query()).toBeNull()
    expect(screen.getByRole('link', { name: 'Review access' }).query()).toBeNull()
    expect(api.requests(activity.list)).toEqual([])
    expect(api.requests(accessReview.list)).toEqual([])
  })

  it('shows the other parts if one does not load, and loads it again', async () => {
    const { screen, api, list } = await open({
      prepare: (fake) => fake.refuse(attention.list, 'InternalError', { message: 'It broke' }),
    })
    await expect.element(screen.getByText('It broke')).toBeVisible()
    await expect.element(list('Expires next')).toBeVisible()
    api.reply(attention.list, [attentionItem()])
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(list('Needs attention')).toBeVisible()
    expect(loggedFailures()).toHaveLength(1)
  })
})
