import { type Actor, accessReview } from '@portal/contract/access-review/access-review'
import { tokens } from '@portal/contract/tokens/tokens'
import { type Workspace, workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it, vi } from 'vitest'
import { requestId } from '../../testing/fake-api.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { person, workspace } from '../../testing/people.ts'
import { pressTwice } from '../../testing/press-twice.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { notOwned } from '../../testing/team.ts'

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
const all: Actor[] = [
  member,
  { ...member, ...withoutUser, kind: 'serviceAccount', ...serviceAccount },
  { ...member, ...withoutUser, kind: 'token', id: 'T1', name: 'Deploys', serviceAccount },
  {
    ...{ ...member, kind: 'token', id: 'T2', name: 'Old cron', role: null, userId: 'U2', lastUsedAt: null },
    permission: 'manage',
  },
  { ...member, ...withoutUser, kind: 'trustRule', id: 'R1', name: 'main', serviceAccount },
]

async function open(role: Workspace['role'] = 'OWNER', actors = all) {
  const app = await renderApp('/workspace/W1/access-review', {
    prepare: (api) => {
      api.reply(workspaces.read, workspace({ id: 'W1', role, ...(role === 'OWNER' ? {} : notOwned) }))
      api.reply(accessReview.list, { actors })
    },
  })
  const table = app.screen.getByRole('grid', { name: 'Access review' })
  return { ...app, table, row: (name: RegExp) => table.getByRole('row', { name }) }
}

describe('The access review', () => {
  it('lists everything that can act, filters for unused tokens, and revokes one on the second click', async () => {
    const { screen, api, table, row } = await open()
    await expect.element(row(/main/).getByText('Trust rule of deploy-bot')).toBeVisible()
    await expect
      .element(row(/Old cron/).getByText('API token of ada@example.com, can manage the workspace'))
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

  it('shows on which day an expiring token expires, and in how many days', async () => {
    const expiresAt = new Date(Date.now() + 4 * 86_400_000 + 3_600_000)
    const day = expiresAt.toLocaleDateString('en-US', { dateStyle: 'long' })
    const { row } = await open('OWNER', [{ ...member, kind: 'token', expiresAt: expiresAt.toISOString() }])
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
})
