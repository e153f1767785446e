import { dayMs } from '@portal/contract/durations'
import { staffAccounts } from '@portal/contract/staff/accounts/accounts'
import { staffPauses } from '@portal/contract/staff/pauses/pauses'
import { staffRecords } from '@portal/contract/staff/records/records'
import { type PersonReport, staffSearch } from '@portal/contract/staff/search/search'
import { describe, expect, it } from 'vitest'
import type { FakeApi } from '../../testing/fake-api.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { person } from '../../testing/people.ts'
import { personReport, renderAdmin, sasha, staffRecord, userRecord } from '../../testing/staff.ts'

const { id } = person()

async function open(report = personReport(), prepare?: (api: FakeApi) => void) {
  const app = await renderAdmin(`/people/${report.user.id}`, {
    prepare: (api) => {
      api.reply(staffSearch.readPerson, report)
      prepare?.(api)
    },
  })
  await expect.element(app.screen.getByRole('heading', { level: 1 })).toMatchTextContent('Ada Lovelace')
  return app
}

/** The report about an account that was deleted this long ago. */
function deletedReport(agoMs: number): PersonReport {
  const report = personReport()
  report.user.deletedAt = new Date(Date.now() - agoMs).toISOString()
  return report
}

const restriction = {
  since: '2024-11-05T09:30:00.000Z',
  until: '2124-08-14T23:59:59.999Z',
  reason: 'Mined coins',
  byEmail: 'sasha@systeminit.com',
}

describe('Staff page of a user', () => {
  it('shows the account, identities, workspaces, sessions, tokens, billing and history', async () => {
    const { screen, api } = await open(undefined, (prepared) =>
      prepared.reply(staffRecords.list, [staffRecord({ act: 'person.restored' })]),
    )
    await expect
      .element(screen.getByLabelText('Account', { exact: true }).last())
      .toMatchTextContent(/ada@example\.com/)
    const row = (grid: string) => screen.getByRole('grid', { name: grid }).getByRole('row').last()
    await expect.element(row('Identities')).toMatchTextContent(/auth0\|ada.*Yes/)
    await expect.element(row('Workspaces')).toMatchTextContent(/Production.*Owner.*Open/)
    await expect.element(row('Sessions')).toMatchTextContent(/Firefox.*203\.0\.113\.7/)
    await expect.element(row('Tokens')).toMatchTextContent(/Deploys.*API token.*Production/)
    await expect.element(screen.getByLabelText('Billing').last()).toMatchTextContent(/launch.*cus_1/)
    await expect.element(row('Staff activity')).toMatchTextContent(/Restored an account/)
    expect(api.requests(staffSearch.readPerson)).toHaveLength(1)
    expect(api.requests(staffRecords.list)[0]?.query).toMatchObject({ aboutUserId: id })
    await expect
      .element(screen.getByText(/will see it in 30 days unless another staff member withholds it\./))
      .toBeVisible()
  })

  it('has the path to the admin page, and links to its parts', async () => {
    const { screen, address } = await open()
    const parts = screen.getByRole('navigation', { name: 'Sections' }).getByRole('link')
    expect(parts.elements().map(({ textContent }) => textContent)).toEqual([
      'Account',
      'Identities',
      'Workspaces',
      'Sessions',
      'Tokens',
      'Billing',
      'History',
    ])
    for (const part of parts.all()) {
      await part.click()
      const title = part.element().textContent ?? ''
      await expect.element(screen.getByRole('heading', { level: 2, name: title, exact: true })).toHaveFocus()
    }
    await screen.getByRole('link', { name: 'Admin', exact: true }).click()
    await expect.poll(address).toBe('/workspace-admin')
  })

  it('keeps the focus on its heading while the report loads', async () => {
    const { screen, api, router } = await renderAdmin('', {})
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Admin' })).toBeVisible()
    const held = api.hold(staffSearch.readPerson)
    await router.navigate({ to: '/workspace-admin/people/$userId', params: { userId: id } })
    await expect.element(screen.getByRole('heading', { level: 1, name: 'User' })).toHaveFocus()
    held.release(personReport())
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Ada Lovelace' })).toHaveFocus()
  })

  it('shows an empty state for every list without records', async () => {
    const { screen } = await open(
      personReport({ identities: [], workspaces: [], workspaceCount: 0, sessions: [], tokens: [] }),
    )
    for (const text of [
      'No sign-ins yet.',
      'This user has no workspaces.',
      'No active sessions.',
      'This user has no active tokens.',
      'No staff activity yet',
    ])
      await expect.element(screen.getByText(text)).toBeVisible()
  })

  it('shows the start, end, author and reason of each quarantine and suspension', async () => {
    const { screen } = await open(
      personReport({
        quarantine: restriction,
        suspension: { ...restriction, byEmail: null, reason: null, until: null },
      }),
    )
    await expect
      .element(screen.getByText(/by sasha@systeminit\.com · until August 1[45], 2124/))
      .toMatchTextContent(/^November 5, 2024/)
    await expect.element(screen.getByText('Mined coins')).toBeVisible()
    await expect
      .element(screen.getByText(/by the rule for unpaid invoices · until staff end it/))
      .toBeVisible()
    await expect.element(screen.getByText('No reason was given.')).toBeVisible()
  })

  it('quarantines after confirmation, shows it without another look-up, and undoes it', async () => {
    const { screen, api } = await open()
    await screen.getByRole('button', { name: 'Quarantine account' }).click()
    const dialog = screen.getByRole('alertdialog', { name: 'Quarantine ada@example.com?' })
    await dialog.getByLabelText('Reason').fill('Mined coins')
    expect(api.requests(staffPauses.setUserQuarantine)).toEqual([])
    api.reply(staffPauses.setUserQuarantine, {
      user: userRecord({ quarantinedAt: new Date().toISOString() }),
    })
    await dialog.getByRole('button', { name: 'Quarantine account' }).click()
    await expect.element(screen.getByText('Mined coins')).toBeVisible()
    await expect.element(screen.getByText(/by sasha@systeminit\.com · until staff end it/)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Unquarantine account' })).toBeVisible()
    api.reply(staffPauses.setUserQuarantine, { user: userRecord() })
    await screen.getByRole('button', { name: 'Undo' }).click()
    await expect.element(screen.getByRole('button', { name: 'Quarantine account' })).toBeVisible()
    expect(screen.getByText('Mined coins').query()).toBeNull()
    expect(api.requests(staffSearch.readPerson)).toHaveLength(1)
    await expect.poll(() => api.requests(staffRecords.list).length).toBeGreaterThanOrEqual(3)
  })

  it('ends a suspension with a reason, and then offers to suspend again', async () => {
    const { screen, api } = await open(personReport({ suspension: restriction }))
    await screen.getByRole('button', { name: 'Unsuspend user' }).click()
    const dialog = screen.getByRole('alertdialog', { name: 'End the suspension of ada@example.com?' })
    await expect.element(dialog.getByText(/^The user's tokens work again\./)).toBeVisible()
    expect(dialog.getByLabelText('Last day', { exact: true }).query()).toBeNull()
    await dialog.getByLabelText('Reason').fill('Paid')
    api.reply(staffPauses.setUserSuspension, { user: userRecord() })
    await dialog.getByRole('button', { name: 'Unsuspend user' }).click()
    await expect.element(screen.getByRole('button', { name: 'Suspend user' })).toBeVisible()
    expect(api.requests(staffPauses.setUserSuspension)[0]?.body).toMatchObject({
      isSuspended: false,
      reason: 'Paid',
      until: null,
    })
  })

  it('says that the end of a suspension leaves the tokens refused while the account is quarantined', async () => {
    const { screen } = await open(personReport({ suspension: restriction, quarantine: restriction }))
    await screen.getByRole('button', { name: 'Unsuspend user' }).click()
    const dialog = screen.getByRole('alertdialog', { name: 'End the suspension of ada@example.com?' })
    await expect
      .element(
        dialog.getByText(/^The account is still quarantined, so the user's tokens are still refused\./),
      )
      .toBeVisible()
  })

  it('says which tokens stop, and keeps the dialog open with the error when the API refuses a suspension', async () => {
    const [unused] = personReport().tokens as [PersonReport['tokens'][number]]
    const used = { lastUsedAt: new Date().toISOString(), ipAddress: '203.0.113.7' }
    const { screen, api } = await open(
      personReport({
        tokens: [
          unused,
          { ...unused, ...used, id: 'T2', name: 'Nightly' },
          { ...unused, ...used, id: 'T3', kind: 'instance' },
        ],
      }),
    )
    api.refuse(staffPauses.setUserSuspension, 'NotFound', { message: 'The account is gone' })
    await screen.getByRole('button', { name: 'Suspend user' }).click()
    await expect
      .element(
        screen.getByText(
          '2 API tokens stop working. 1 was used in the last 24 hours. 1 instance session stops.',
        ),
      )
      .toBeVisible()
    const rows = screen.getByRole('list', { name: 'Tokens that stop working' }).getByRole('listitem')
    await expect.element(rows.nth(0)).toMatchTextContent(/Deploys in Production.*never used/)
    await expect.element(rows.nth(1)).toMatchTextContent(/Nightly in Production.*from 203\.0\.113\.7/)
    await screen.getByRole('alertdialog').getByRole('button', { name: 'Suspend user' }).click()
    await expect.element(screen.getByRole('alertdialog').getByText('The account is gone')).toBeVisible()
    await screen.getByRole('button', { name: 'Cancel' }).click()
    await screen.getByRole('button', { name: 'Suspend user' }).click()
    expect(screen.getByText('The account is gone').query()).toBeNull()
  })

  it('counts the invitations that a quarantine withdraws, and what continues to work', async () => {
    const leftBehind = { invitations: 2, shownTokens: 1, trustRules: 3 }
    const { screen, api } = await open(personReport({ leftBehind }))
    await screen.getByRole('button', { name: 'Quarantine account' }).click()
    const dialog = screen.getByRole('alertdialog', { name: 'Quarantine ada@example.com?' })
    await expect
      .element(
        dialog.getByText('2 open invitations from this user are withdrawn and not restored afterwards.'),
      )
      .toBeVisible()
    await expect
      .element(
        dialog.getByText(
          '1 service account token whose secret the user has seen and 3 trust rules that the user created continue to work.',
        ),
      )
      .toBeVisible()
    await dialog.getByText('Keep open invitations').click()
    await expect.element(dialog.getByText('2 open invitations from this user stay open.')).toBeVisible()
    api.reply(staffPauses.setUserQuarantine, {
      user: userRecord({ quarantinedAt: new Date().toISOString() }),
    })
    await dialog.getByRole('button', { name: 'Quarantine account' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(api.requests(staffPauses.setUserQuarantine)[0]?.body).toMatchObject({ keepsInvitations: true })
  })

  it('says that a quarantine has no invitations to withdraw', async () => {
    const { screen } = await open(
      personReport({ leftBehind: { invitations: 0, shownTokens: 0, trustRules: 0 } }),
    )
    await screen.getByRole('button', { name: 'Quarantine account' }).click()
    await expect.element(screen.getByText('This user has no open invitations to withdraw.')).toBeVisible()
  })

  it('offers only a restore for a deleted account, and restores it', async () => {
    const { screen, api } = await open(deletedReport(29 * dayMs))
    await expect.element(screen.getByText('Deleted', { exact: true }).first()).toBeVisible()
    await expect
      .element(screen.getByRole('main'))
      .toMatchTextContent(
        /Staff can restore this account until .+\. If they do, ada@example\.com will see this view after 30 days/,
      )
    expect(screen.getByText(/will see it in 30 days/).query()).toBeNull()
    expect(screen.getByRole('button', { name: 'Quarantine account' }).query()).toBeNull()
    await screen.getByRole('button', { name: 'Restore account' }).click()
    api.reply(staffAccounts.restore, { user: userRecord() })
    api.reply(staffSearch.readPerson, personReport())
    await screen.getByRole('alertdialog').getByRole('button', { name: 'Restore account' }).click()
    await expect.element(screen.getByText('ada@example.com is restored')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Quarantine account' })).toBeVisible()
    await expect.element(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    expect(api.requests(staffAccounts.restore)[0]?.params).toEqual({ userId: id })
  })

  it('offers no restore once the 30 days after the deletion have passed', async () => {
    const { screen } = await open(deletedReport(30 * dayMs))
    await expect
      .element(screen.getByText(/was deleted more than 30 days ago and can no longer be restored\./))
      .toBeVisible()
    expect(screen.getByRole('button', { name: 'Restore account' }).query()).toBeNull()
  })

  it('gives an account back to its previous user, and offers this only while it is possible', async () => {
    const { screen, api } = await open(personReport({ handedOverAt: '2024-11-06T09:30:00.000Z' }))
    await screen.getByRole('button', { name: 'Give account back' }).click()
    const dialog = screen.getByRole('alertdialog', { name: 'Give ada@example.com back?' })
    await dialog.getByLabelText('Reason').fill('The previous owner asked us to')
    expect(api.requests(staffAccounts.undoJoin)).toEqual([])
    api.reply(staffAccounts.undoJoin, { user: userRecord() })
    api.reply(staffSearch.readPerson, personReport())
    await dialog.getByRole('button', { name: 'Give account back' }).click()
    await expect.element(screen.getByText('ada@example.com was given back')).toBeVisible()
    await expect.poll(() => screen.getByRole('button', { name: 'Give account back' }).query()).toBeNull()
    expect(api.requests(staffAccounts.undoJoin)[0]).toMatchObject({
      params: { userId: id },
      body: { reason: 'The previous owner asked us to' },
    })
  })

  it('ends all sessions for a reason after confirmation, and removes them from the page without another look-up', async () => {
    const instance = { ...personReport().tokens[0], id: 'T2', kind: 'instance', name: 'On the instance' }
    const { screen, api } = await open(
      personReport({ tokens: [...personReport().tokens, instance as PersonReport['tokens'][number]] }),
    )
    await screen.getByRole('button', { name: 'End sessions' }).click()
    const dialog = screen.getByRole('alertdialog', { name: 'End all sessions of ada@example.com?' })
    await dialog.getByLabelText('Reason').fill('Leaked laptop')
    expect(api.requests(staffAccounts.endSessions)).toEqual([])
    api.reply(staffAccounts.endSessions, { endedCount: 2 })
    await dialog.getByRole('button', { name: 'End sessions' }).click()
    await expect.element(screen.getByText('ada@example.com is signed out everywhere')).toBeVisible()
    await expect.element(screen.getByText('No active sessions.')).toBeVisible()
    expect(screen.getByText('On the instance').query()).toBeNull()
    await expect.element(screen.getByText('Deploys')).toBeVisible()
    const [sent] = api.requests(staffAccounts.endSessions)
    expect(sent?.params).toEqual({ userId: id })
    expect(sent?.body).toMatchObject({ reason: 'Leaked laptop' })
    expect(api.requests(staffSearch.readPerson)).toHaveLength(1)
    await expect.poll(() => api.requests(staffRecords.list).length).toBeGreaterThanOrEqual(2)
  })

  it('revokes all API tokens after confirmation, and shows why the API refused', async () => {
    const { screen, api } = await open()
    await screen.getByRole('button', { name: 'Revoke API tokens' }).click()
    const dialog = screen.getByRole('alertdialog', { name: 'Revoke all API tokens of ada@example.com?' })
    api.refuse(staffAccounts.revokeTokens, 'NotFound', { message: 'The account is gone' })
    await dialog.getByRole('button', { name: 'Revoke API tokens' }).click()
    await expect.element(dialog.getByText('The account is gone')).toBeVisible()
    api.reply(staffAccounts.revokeTokens, { revokedCount: 1 })
    await dialog.getByRole('button', { name: 'Revoke API tokens' }).click()
    await expect.element(screen.getByText('The API tokens of ada@example.com are revoked')).toBeVisible()
    await expect.element(screen.getByText('This user has no active tokens.')).toBeVisible()
    await expect.element(screen.getByText('Firefox/142.0')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Revoke API tokens' })).toHaveFocus()
  })

  it('disables revoking API tokens for a user without any', async () => {
    const [token] = personReport().tokens as [PersonReport['tokens'][number]]
    const { screen } = await open(personReport({ tokens: [{ ...token, kind: 'instance' }] }))
    const revoke = screen.getByRole('button', { name: 'Revoke API tokens' })
    await expect.element(revoke).toBeDisabled()
    await expect.element(revoke).toHaveAccessibleDescription('This user has no API tokens')
  })

  it('does not let staff quarantine or suspend themselves, or end their own access', async () => {
    const own = personReport()
    own.user.id = sasha.id
    const { screen } = await open(own)
    for (const name of ['Quarantine account', 'Suspend user', 'End sessions', 'Revoke API tokens'])
      await expect.element(screen.getByRole('button', { name })).toBeDisabled()
  })

  it('names the browser of a session, and shows the user agent in a tooltip', async () => {
    const report = personReport()
    const [session] = report.sessions
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'
    const { screen } = await open({ ...report, sessions: session ? [{ ...session, userAgent }] : [] })
    const browser = screen.getByRole('grid', { name: 'Sessions' }).getByText('Firefox on Linux')
    await browser.hover()
    await expect.element(screen.getByRole('tooltip')).toMatchTextContent(userAgent)
  })

  it('shows that the user is unknown, with a link back and nothing to retry', async () => {
    const { screen, address } = await renderAdmin('/people/nobody', {
      prepare: (prepared) =>
        prepared.refuse(staffSearch.readPerson, 'NotFound', { message: 'No account has this id' }),
    })
    await expect.element(screen.getByText('No account has this id')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Try again' }).query()).toBeNull()
    expect(screen.getByRole('navigation', { name: 'Sections' }).query()).toBeNull()
    await screen.getByRole('link', { name: 'Back to Admin' }).click()
    await expect.poll(address).toBe('/workspace-admin')
  })

  it('shows why a report failed to load, and retries', async () => {
    const { screen, api } = await renderAdmin('/people/ada', {
      prepare: (prepared) => prepared.refuse(staffSearch.readPerson, 'NotAllowed'),
    })
    await expect.element(screen.getByText('Your role does not allow this')).toBeVisible()
    api.refuse(staffSearch.readPerson, 'NotStaff')
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByText('This is for staff only')).toBeVisible()
    expect(loggedFailures()).toHaveLength(2)
  })
})
