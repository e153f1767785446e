import { staffPauses } from '@portal/contract/staff/pauses/pauses'
import { staffRecords } from '@portal/contract/staff/records/records'
import { staffSearch } from '@portal/contract/staff/search/search'
import { describe, expect, it } from 'vitest'
import { person } from '../../testing/people.ts'
import { quarantinedWorkspace, renderAdmin, sasha, workspaceReport } from '../../testing/staff.ts'

const { id } = workspaceReport().workspace

async function open(report = workspaceReport()) {
  const app = await renderAdmin(`/workspaces/${id}`, {
    prepare: (api) => api.reply(staffSearch.readWorkspace, report),
  })
  await expect.element(app.screen.getByRole('heading', { level: 1, name: 'Production' })).toBeVisible()
  return app
}

describe('Staff page of a workspace', () => {
  it('shows its details, owner, members, tokens, webhooks and history', async () => {
    const { screen, api } = await open()
    const facts = screen.getByLabelText('Workspace', { exact: true }).last()
    await expect
      .element(facts.getByRole('link', { name: 'ada@example.com' }))
      .toHaveAttribute('href', `/workspace-admin/people/${person().id}`)
    await expect.element(facts).toMatchTextContent(/https:\/\/app\.systeminit\.com.*Managed/)
    const row = (grid: string) => screen.getByRole('grid', { name: grid }).getByRole('row').last()
    await expect.element(row('Members')).toMatchTextContent(/ada@example\.com.*Owner/)
    await expect.element(row('Tokens')).toMatchTextContent(/Deploys.*ada@example\.com/)
    await expect.element(row('Webhooks')).toMatchTextContent(/hooks\.example\.com.*Active/)
    expect(api.requests(staffSearch.readWorkspace)).toHaveLength(1)
    expect(api.requests(staffRecords.list)[0]?.query).toMatchObject({ aboutWorkspaceId: id })
  })

  it('shows when and from where a token was last used, and that the token list is limited', async () => {
    const [token] = workspaceReport().tokens
    if (!token) throw new Error('The workspace has a token')
    const used = { ...token, lastUsedAt: '2024-11-05T09:30:00.000Z', ipAddress: '203.0.113.7' }
    const tokens = Array.from({ length: 200 }, (_, index) => ({ ...used, id: `T${index}` }))
    const { screen } = await open(workspaceReport({ tokens }))
    await expect
      .element(screen.getByRole('grid', { name: 'Tokens' }).getByRole('row').last())
      .toMatchTextContent(/from 203\.0\.113\.7/)
    await expect.element(screen.getByText('Shows at most 200.')).toBeVisible()
  })

  it('shows since when and why a webhook receives no events', async () => {
    const [active] = workspaceReport().webhooks
    if (!active) throw new Error('The workspace has a webhook')
    const since = '2024-11-05T09:30:00.000Z'
    const { screen } = await open(
      workspaceReport({
        webhooks: [
          { ...active, id: 'H1', failingSince: since },
          { ...active, id: 'H2', disabledReason: 'gone', disabledAt: since },
          { ...active, id: 'H3', disabledReason: 'owner', disabledAt: since },
        ],
      }),
    )
    const rows = screen.getByRole('grid', { name: 'Webhooks' }).getByRole('row')
    await expect.element(rows.nth(1)).toMatchTextContent(/FailingSince November 5, 2024/)
    await expect
      .element(rows.nth(2))
      .toMatchTextContent(
        /DisabledSince November 5, 2024The server answered 410, which means that the URL no longer exists\.$/,
      )
    await expect.element(rows.nth(3)).toMatchTextContent(/PausedSince November 5, 2024/)
  })

  it('quarantines after confirmation, shows it without another look-up, and undoes it', async () => {
    const { screen, api } = await open()
    await screen.getByRole('button', { name: 'Quarantine workspace' }).click()
    const dialog = screen.getByRole('alertdialog', { name: 'Quarantine “Production”?' })
    await dialog.getByLabelText('Reason').fill('Mined coins')
    const workspace = quarantinedWorkspace({ quarantinedAt: new Date().toISOString() })
    api.reply(staffPauses.setWorkspaceQuarantine, { workspace })
    await dialog.getByRole('button', { name: 'Quarantine workspace' }).click()
    await expect.element(screen.getByText(/by sasha@systeminit\.com · until staff end it/)).toBeVisible()
    api.reply(staffPauses.setWorkspaceQuarantine, { workspace: { ...workspace, quarantinedAt: null } })
    await screen.getByRole('button', { name: 'Undo' }).click()
    await expect.element(screen.getByRole('button', { name: 'Quarantine workspace' })).toBeVisible()
    expect(api.requests(staffSearch.readWorkspace)).toHaveLength(1)
  })

  it('disables the quarantine for a staff member who belongs to the workspace', async () => {
    const { screen } = await open(
      workspaceReport({ members: [{ userId: sasha.id, email: sasha.email, role: 'EDITOR' }] }),
    )
    const start = screen.getByRole('button', { name: 'Quarantine workspace' })
    await expect.element(start).toBeDisabled()
    await expect
      .element(start)
      .toHaveAccessibleDescription('You belong to this workspace. Ask another staff member.')
  })

  it('offers no actions for a deleted workspace', async () => {
    const gone = workspaceReport()
    gone.workspace.deletedAt = '2024-11-06T09:30:00.000Z'
    const { screen } = await open(gone)
    await expect.element(screen.getByText('Deleted', { exact: true }).first()).toBeVisible()
    expect(screen.getByRole('button', { name: 'Quarantine workspace' }).query()).toBeNull()
  })
})
