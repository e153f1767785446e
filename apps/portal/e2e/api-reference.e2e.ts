/** The API reference, which the API itself serves. See docs/use-the-api.md. */
import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { addresses } from './fixtures.ts'

test('The API reference has no accessibility problems and leads to every call', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto(`${addresses.api}/docs`)
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    await page.getByRole('link', { name: 'Creates an API token', exact: false }).click()
    await expect(page.getByRole('heading', { name: 'API tokens', exact: true })).toBeVisible()
    await expect(page).toHaveURL(/\/docs\/tokens#tokens\.create$/)
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true
    })
    await expect(page.getByRole('table', { name: 'Fields of NewToken' })).toBeVisible()
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  }
})
