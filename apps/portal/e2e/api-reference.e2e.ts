/** The API reference, which the API itself serves. See docs/use-the-api.md. */
import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { addresses } from './fixtures.ts'

test('API reference has no accessibility problems in both themes, and links to a call', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(`${addresses.api}/docs`)
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await page.getByRole('link', { name: 'Creates a trust rule' }).click()
  await expect(page).toHaveURL(/\/docs\/trustRules#trustRules\.create$/)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
  })
  await expect(page.getByRole('table', { name: 'Fields of NewTrustRule' })).toBeVisible()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
})
