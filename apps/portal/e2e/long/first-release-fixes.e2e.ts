import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from '../account-fixtures.ts'
import { enterAsStaff, openAdmin, sectionOf, signInNewUser } from '../admin-fixtures.ts'
import { makeAccount, makeWorkspaceByCall, newAccount, toast } from '../fixtures.ts'
import { callApi, enterByCalls, ownId } from '../portal-calls.ts'

test.afterEach(async ({ browser }) => {
  await Promise.all(browser.contexts().map((context) => context.close()))
})

async function enterWithWorkspaces(page: Page, names: string[]): Promise<string[]> {
  await enterByCalls(page, await makeAccount())
  const ids: string[] = []
  for (const name of names)
    ids.push(await makeWorkspaceByCall(page, { name, type: 'Managed By System Initiative' }))
  return ids
}

test('token form shows no error after a token is generated with Enter', async ({ page }) => {
  const [id] = await enterWithWorkspaces(page, ['Production'])
  await page.goto(`/workspace/${id}/tokens`)
  await page.getByLabel('Token Name').fill('Pipeline')
  await page.getByLabel('Expiration', { exact: true }).fill('90d')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Token Generated' })
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Close anyway' }).click()
  await expect(dialog).toBeHidden()
  const form = page.getByRole('form', { name: 'Generate API Token' })
  await expect(form.getByRole('button', { name: 'Generate API Token' })).toBeFocused()
  await expect(page.getByLabel('Token Name')).toHaveValue('')
  await expect(form.getByText('This field is required')).toBeHidden()
  await expect(page.getByRole('grid', { name: 'Active Tokens' }).getByText('Pipeline')).toBeVisible()
})

for (const { pause, section, heading } of [
  { pause: 'Suspend', section: 'Manage user suspensions', heading: 'Account Paused' },
  { pause: 'Quarantine', section: 'Manage account quarantine', heading: 'Account Quarantined' },
])
  test(`${pause} notice shows the user the reason given by staff`, async ({ page, browser }) => {
    test.setTimeout(120_000)
    const user = await signInNewUser(browser)
    await enterAsStaff(page)
    await openAdmin(page)
    const form = sectionOf(page, section)
    await form.getByLabel('User id').fill(user.id)
    await form.getByLabel('Reason').fill('Invoice 7 came back. Call us on Monday.')
    await form.getByRole('button', { name: new RegExp(`^${pause}`) }).click()
    await expect(form.getByRole('grid').getByRole('row', { name: user.email })).toBeVisible()
    await user.page.goto('/workspaces')
    await expect(user.page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(user.page.getByText('Reason', { exact: true })).toBeVisible()
    await expect(user.page.getByText('Invoice 7 came back. Call us on Monday.')).toBeVisible()
    await expectAccessible(user.page)
  })

test('hiding a workspace with the keyboard moves the focus to the next card', async ({ page }) => {
  await enterWithWorkspaces(page, ['Alpha', 'Beta', 'Gamma'])
  await page.goto('/workspaces')
  const hide = async (name: string) => {
    await page.getByRole('button', { name: `Settings of ${name}` }).press('Enter')
    await page.getByRole('menuitem', { name: 'Hide' }).press('Enter')
    await expect(page.getByRole('listitem', { name })).toBeHidden()
  }
  const link = (name: string) => page.getByRole('listitem', { name }).getByRole('link')
  await hide('Beta')
  await expect(link('Gamma')).toBeFocused()
  await hide('Gamma')
  await expect(link('Alpha')).toBeFocused()
  await hide('Alpha')
  await expect(page.getByRole('button', { name: 'Show hidden' })).toBeFocused()
})

test('profile button greets the user by first name, or by nickname without one', async ({ page }) => {
  const account = await makeAccount()
  await enterByCalls(page, account, 'generated-7')
  const path = `/users/${await ownId(page)}`
  await callApi(page, { method: 'PATCH', path, body: { firstName: 'Grace' } })
  await page.goto('/workspaces')
  await expect(page.getByRole('button', { name: 'Hi Grace' })).toBeVisible()
  await page.goto('/profile')
  await page.getByLabel('First Name').fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'Updated your profile!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Hi generated-7' })).toBeVisible()
})

test('invite form explains what happens next after an invitation', async ({ page }) => {
  const [id] = await enterWithWorkspaces(page, ['Production'])
  const { email } = newAccount()
  await page.goto(`/workspace/${id}/members`)
  const field = page.getByLabel('User Email to Grant Workspace Access')
  await field.fill(email)
  await field.press('Enter')
  await expect(
    page.getByText(
      `we have notified ${email} that you invited them to collaborate on this workspace. They get access once they accept the invitation, which expires in 14 days.`,
    ),
  ).toBeVisible()
  await field.press('Tab')
  await expect(page.getByText('This field is required')).toBeHidden()
})

for (const [docSlug, title] of [
  ['1-tos', 'Terms of Service'],
  ['2-privacy', 'Privacy Policy'],
  ['3-cookie', 'Cookie Policy'],
  ['4-trademark', 'Trademark Policy'],
  ['5-open-source', 'Open Source Notice'],
] as const)
  test(`legacy URLs open ${docSlug}`, async ({ page }) => {
    await page.addInitScript(() => {
      window.print = () => {}
    })
    await page.goto(`/print-legal/2024-09-25/${docSlug}`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await page.goto(`/legal/${docSlug}`)
    const list = page.getByRole('navigation', { name: 'Documents' })
    await expect(list.getByRole('link', { name: title })).toHaveAttribute('aria-current', 'location')
  })
