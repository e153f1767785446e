import { tokens } from '@portal/contract/tokens'
import { workspaces } from '@portal/contract/workspaces'
import { expect, it } from 'vitest'
import { workspace } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { authToken } from '../../testing/tokens.ts'

const mine = authToken({ name: 'Deploys' })
const elses = authToken({
  id: '01JTOKEN000000000000000002',
  name: 'Backups',
  createdBy: { ...mine.createdBy, userId: '01JPERSON0000000000000GRACE' },
})
const revoked = authToken({
  id: '01JTOKEN000000000000000003',
  name: 'Old',
  revokedAt: '2024-11-07T10:00:00.000Z',
})

it('lists the tokens that the person made and that work, and revokes one on the second click', async () => {
  const { screen, api } = await renderApp('/profile', {
    prepare: (prepared) => {
      prepared.reply(workspaces.list, [workspace({ role: 'EDITOR' })])
      prepared.reply(tokens.list, { authTokens: [mine, elses, revoked] })
    },
  })
  const rows = screen.getByRole('list', { name: 'Your API tokens' }).getByRole('listitem')
  await expect.poll(() => rows.all().length).toBe(1)
  await expect.element(rows.first()).toMatchTextContent(/Deploys.*in Production,.*expires/)
  await screen.getByRole('button', { name: 'Revoke Deploys' }).click()
  await new Promise((resolve) => setTimeout(resolve, 350))
  api.reply(tokens.revoke, undefined)
  api.reply(tokens.list, { authTokens: [elses, revoked] })
  await screen.getByRole('button', { name: 'You sure? Click again to confirm' }).click()
  await expect.poll(() => rows.all().length).toBe(0)
  expect(api.requests(tokens.revoke)[0]?.params).toMatchObject({ tokenId: mine.id })
})
