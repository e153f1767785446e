import { staffPauses } from '@portal/contract/staff/pauses/pauses'
import { staffSearch } from '@portal/contract/staff/search/search'
import { describe, expect, it } from 'vitest'
import { requestRecord } from '../../lib/request/request-record.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { person } from '../../testing/people.ts'
import { quarantinedWorkspace, renderAdmin, userRecord } from '../../testing/staff.ts'

async function openSection(name: string) {
  const app = await renderAdmin()
  return { ...app, section: app.screen.getByRole('region', { name }) }
}

const textsOf = (elements: (HTMLElement | SVGElement)[]) => elements.map(({ textContent }) => textContent)

describe('User accounts by email', () => {
  it('shows the id, auth id prefix, email and both states of every account with the email', async () => {
    const { section, api } = await openSection('User accounts by email')
    api.reply(staffSearch.listByEmail, [
      userRecord({ quarantinedAt: '2024-11-05T09:30:00.000Z' }),
      userRecord({
        id: '01JPERSON00000000000INVITED',
        auth0Id: null,
        suspendedAt: '2024-11-05T09:30:00.000Z',
      }),
    ])
    await section.getByLabelText('Email').fill(' Ada@Example.com ')
    await section.getByRole('button', { name: 'Search accounts' }).click()
    const table = section.getByRole('grid', { name: 'User accounts' })
    await expect.element(table).toBeVisible()
    expect(textsOf(table.getByRole('columnheader').elements())).toEqual([
      'User id',
      'Auth id prefix',
      'Email',
      'Is quarantined',
      'Is suspended',
    ])
    expect(textsOf(table.getByRole('row', { name: /ada/ }).nth(0).getByRole('gridcell').elements())).toEqual([
      person().id,
      'auth0',
      'Yes',
      'No',
    ])
    expect(textsOf(table.getByRole('row', { name: /ada/ }).nth(1).getByRole('gridcell').elements())).toEqual([
      '01JPERSON00000000000INVITED',
      'None',
      'No',
      'Yes',
    ])
    expect(api.requests(staffSearch.listByEmail)[0]?.query).toEqual({ email: 'Ada@Example.com' })
    expect(requestRecord('GET_USERS_FOR_EMAIL%Ada@Example.com')).toBeDefined()
  })

  it('shows that no account has the email, repeats the same look-up, and shows why a look-up failed', async () => {
    const { section, api } = await openSection('User accounts by email')
    api.reply(staffSearch.listByEmail, [])
    await section.getByLabelText('Email').fill('nobody@example.com')
    const search = section.getByRole('button', { name: 'Search accounts' })
    await search.click()
    await expect.element(section.getByText('No account has the email nobody@example.com.')).toBeVisible()
    api.refuse(staffSearch.listByEmail, 'DatabaseUnavailable', { message: 'Not now' })
    await search.click()
    await expect.element(section.getByText('Not now')).toBeVisible()
    expect(api.requests(staffSearch.listByEmail)).toHaveLength(2)
    expect(loggedFailures()).toHaveLength(1)
  })

  it('does nothing while the field is empty, and accepts at most 500 characters', async () => {
    const { section, api } = await openSection('User accounts by email')
    const search = section.getByRole('button', { name: 'Search accounts' })
    await search.click()
    await section.getByLabelText('Email').fill('   ')
    await search.click()
    expect(api.requests(staffSearch.listByEmail)).toEqual([])
    await section.getByLabelText('Email').fill('x'.repeat(501))
    await expect.element(search).toBeDisabled()
  })
})

describe('Who owns this workspace?', () => {
  const owner = {
    firstName: 'Ada',
    lastName: null,
    email: 'ada@example.com',
    displayName: 'Production',
    instanceUrl: `https://app.systeminit.com/${'long/'.repeat(60)}`,
  }

  it('shows the owner, links to the page of the workspace, and truncates long values with a tooltip', async () => {
    const { screen, section, api } = await openSection('Who owns this workspace?')
    api.reply(staffSearch.readWorkspaceOwner, owner)
    const find = section.getByRole('button', { name: 'Find owner' })
    await expect.element(find).toBeDisabled()
    await expect.element(find).toHaveAccessibleDescription('Enter a workspace id first')
    await section.getByLabelText('Workspace id').fill('01JWORKSPACE000000000PROD1')
    await find.click()
    const table = section.getByRole('grid', { name: 'Workspace owner' })
    await expect.element(table).toBeVisible()
    expect(textsOf(table.getByRole('columnheader').elements())).toEqual([
      'First name',
      'Last name',
      'Email',
      'Display name',
      'Instance URL',
    ])
    await expect
      .element(table.getByRole('link', { name: 'Production' }))
      .toHaveAttribute('href', '/workspace-admin/workspaces/01JWORKSPACE000000000PROD1')
    const url = table.getByText(owner.instanceUrl)
    expect(url.element().scrollWidth).toBeGreaterThan(url.element().clientWidth)
    await url.hover()
    await expect.element(screen.getByRole('tooltip')).toMatchTextContent(owner.instanceUrl)
    expect(requestRecord('GET_WORKSPACE_OWNER%01JWORKSPACE000000000PROD1')).toBeDefined()
  })

  it('shows in the section that the workspace is unknown, and accepts at most 26 characters', async () => {
    const { section, api } = await openSection('Who owns this workspace?')
    api.refuse(staffSearch.readWorkspaceOwner, 'NotFound', { message: 'No workspace has this id' })
    await section.getByLabelText('Workspace id').fill('nowhere')
    await section.getByRole('button', { name: 'Find owner' }).click()
    await expect.element(section.getByText('No workspace has this id')).toBeVisible()
    await section.getByLabelText('Workspace id').fill('x'.repeat(27))
    await expect.element(section.getByRole('button', { name: 'Find owner' })).toBeDisabled()
  })
})

describe('Manage workspace quarantine', () => {
  it('quarantines a workspace by id, lists it, and undoes the quarantine', async () => {
    const { screen, section, api } = await openSection('Manage workspace quarantine')
    const table = section.getByRole('grid', { name: 'Quarantined workspaces' })
    await expect.element(table.getByText('No workspaces are quarantined.')).toBeVisible()
    const workspace = quarantinedWorkspace({ quarantinedAt: new Date().toISOString() })
    const start = section.getByRole('button', { name: 'Quarantine workspace', exact: true })
    await expect.element(start).toBeDisabled()
    api.reply(staffPauses.setWorkspaceQuarantine, { workspace })
    api.reply(staffPauses.listQuarantinedWorkspaces, [workspace])
    await section.getByLabelText('Workspace id').fill(workspace.id)
    await start.click()
    await expect.element(screen.getByText('“Production” is quarantined')).toBeVisible()
    await expect.element(table.getByRole('row', { name: /Production/ })).toMatchTextContent(/Mined coins/)
    api.reply(staffPauses.setWorkspaceQuarantine, { workspace: { ...workspace, quarantinedAt: null } })
    await screen.getByRole('button', { name: 'Undo' }).click()
    await expect.element(screen.getByText('Undone: “Production” is no longer quarantined')).toBeVisible()
    expect(api.requests(staffPauses.setWorkspaceQuarantine).map(({ body }) => body)).toMatchObject([
      { isQuarantined: true },
      { isQuarantined: false },
    ])
    expect(requestRecord(`SET_WORKSPACE_QUARANTINE%${workspace.id}%true`)).toBeDefined()
  })
})
