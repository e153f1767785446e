import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { signInReady, suspend } from './account-fixtures.ts'
import { addresses, confirmTwice, fillSignIn, makeWorkspaceByCall, toast } from './fixtures.ts'
import { callApi, ownId, signInByCalls } from './portal-calls.ts'

test('Security lists the user’s sessions and ends the others', async ({ page, browser }) => {
  const account = await signInReady(page)
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await signInByCalls(other, account)

  await page.goto('/profile/security')
  const rows = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('This browser')
  await expect(rows.first()).toContainText(/Chrome on (Linux|macOS|Windows)/)
  await expect(page.getByRole('list', { name: 'Ways to sign in' })).toContainText('Email and password')

  await confirmTwice(page.getByRole('button', { name: 'Sign out all other sessions' }))
  await expect(page.getByText('Signed out 1 session')).toBeVisible()
  await expect(rows).toHaveCount(1)

  expect((await callApi(other, { method: 'GET', path: '/whoami' })).status).toBe(401)
  await elsewhere.close()
})

test('profile form keeps unsaved input when the session ends in another browser', async ({
  page,
  browser,
}) => {
  const account = await signInReady(page)
  await page.goto('/profile')
  await page.getByLabel('Discord Username').fill('ada.lovelace')
  const isAskedOnClose = await page.evaluate(
    () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })),
  )
  expect(isAskedOnClose).toBe(true)

  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await signInByCalls(other, account)
  await callApi(other, { method: 'POST', path: `/users/${await ownId(other)}/sessions/end-others` })
  await elsewhere.close()

  await page.getByRole('button', { name: 'Save' }).click()
  // The identity provider may still have a session and skip its form.
  const form = page.getByRole('button', { name: 'Sign in', exact: true })
  const field = page.getByLabel('Discord Username')
  await expect(form.or(field).first()).toBeVisible()
  if (await form.isVisible()) await fillSignIn(page, account)
  await expect(page).toHaveURL(/\/profile$/)
  await expect(field).toHaveValue('ada.lovelace')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Updated your profile!')).toBeVisible()
})

test('My data downloads the user’s data and deletes the account', async ({ page }) => {
  const account = await signInReady(page)
  await makeWorkspaceByCall(page, { name: 'Laptop', type: 'Local Dev Instance' })
  await page.goto('/profile/data')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const download = await downloading
  const data = await readFile(await download.path(), 'utf8')
  expect(download.suggestedFilename()).toMatch(/^my-data-.*\.json$/)
  expect(data).toContain(account.email)
  expect(data).toContain('Laptop')

  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
  await expect(dialog.getByRole('listitem')).toHaveText('Laptop')
  await dialog.getByRole('textbox').fill(account.email)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByRole('heading', { name: 'Your account has been deleted' })).toBeVisible()
  await expect(page).toHaveURL(/\/account-deleted$/)
  expect((await callApi(page, { method: 'GET', path: '/whoami' })).status).toBe(401)
})

test('suspended user can pay from the notice', async ({ page, browser }) => {
  await signInReady(page)
  await suspend(browser, await ownId(page))
  await page.goto('/workspaces')
  await expect(page.getByRole('heading', { name: 'Account Paused' })).toBeVisible()
  await page.getByRole('link', { name: 'Update payment details' }).click()
  await expect(page).toHaveURL(new RegExp(`^${addresses.billing}/checkout/`))
  await page.getByLabel('Card number').fill('4242424242424242')
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.getByLabel('Name on card').fill('Ada Lovelace')
  await page.getByRole('button').last().click()
  await expect(page).toHaveURL(/\/suspension-notice\?checkout=done$/)
  await expect(page.getByText('Payment details received')).toBeVisible()
})
