import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { browserNavigation } from '../lib/guard/browser-navigation.ts'
import { PlainRefreshNotice } from './deploy-notice.tsx'

it('the plain refresh notice asks for a refresh without loading any code, and refreshes', async () => {
  const screen = await render(<PlainRefreshNotice />)
  const dialog = screen.getByRole('dialog', { name: 'Please refresh your browser' })
  await expect.element(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Refresh' }).click()
  expect(browserNavigation.reload).toHaveBeenCalledOnce()
})
