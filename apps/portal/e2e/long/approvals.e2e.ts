import { type Browser, expect, test } from '@playwright/test'
import { setFlags } from '../account-fixtures.ts'
import { beLikePerson, personUserAgent } from '../browser-of-a-person.ts'
import { addresses, confirmTwice, makeAccount, makeWorkspaceByCall, type WorkspaceType } from '../fixtures.ts'
import { enterByCalls, ownId } from '../portal-calls.ts'
import { findsRemoteInstance, remoteUrl } from '../remote-instance.ts'

test.use(findsRemoteInstance)

const isFlagOn = { APPROVALS_OPT_IN_OUT: true }

/** Opens the page of a new workspace as a user with the approvals flag. */
async function openWorkspace(browser: Browser, type: WorkspaceType, url?: string) {
  const context = await browser.newContext({ userAgent: personUserAgent })
  await beLikePerson(context)
  const page = await context.newPage()
  await enterByCalls(page, await makeAccount())
  await setFlags({ userId: await ownId(page), flags: isFlagOn })
  const id = await makeWorkspaceByCall(page, { name: 'Production', type, url })
  await page.goto(`/workspace/${id}`)
  await expect(page.getByText('Approvals disabled')).toBeVisible()
  return { page, id }
}

test.afterEach(async ({ browser }) => {
  await Promise.all(browser.contexts().map((context) => context.close()))
})

test('enabling or disabling approvals refreshes a remote instance', async ({ browser }) => {
  const { page, id } = await openWorkspace(browser, 'Remote URL', remoteUrl)
  await confirmTwice(page.getByRole('button', { name: 'Enable Workspace Approvals' }))
  await expect(page).toHaveURL(new RegExp(`^${remoteUrl}/refresh-auth\\?workspaceId=${id}`))
  await page.goto(`${addresses.portal}/workspace/${id}`)
  await expect(page.getByText('Approvals enabled')).toBeVisible()
  await confirmTwice(page.getByRole('button', { name: 'Disable Workspace Approvals' }))
  await expect(page).toHaveURL(new RegExp(`^${remoteUrl}/refresh-auth\\?workspaceId=${id}`))
  await page.goto(`${addresses.portal}/workspace/${id}`)
  await expect(page.getByText('Approvals disabled')).toBeVisible()
})

test('changing approvals stays on the page if the instance runs on this machine', async ({ browser }) => {
  const { page, id } = await openWorkspace(browser, 'Local Dev Instance')
  await confirmTwice(page.getByRole('button', { name: 'Enable Workspace Approvals' }))
  await expect(page.getByText('Approvals enabled', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Disable Workspace Approvals' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/workspace/${id}$`))
})

test('workspace page hides approvals without the flag', async ({ page }) => {
  await enterByCalls(page, await makeAccount())
  const id = await makeWorkspaceByCall(page, { name: 'Production', type: 'Local Dev Instance' })
  await page.goto(`/workspace/${id}`)
  await expect(page.getByRole('button', { name: 'Save Workspace' })).toBeVisible()
  await expect(page.getByText(/Approvals (en|dis)abled/)).toBeHidden()
  await expect(page.getByRole('button', { name: /Workspace Approvals/ })).toBeHidden()
})
