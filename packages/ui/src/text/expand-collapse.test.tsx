import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ExpandCollapse } from './expand-collapse.tsx'

it('ExpandCollapse says "Click to expand" while closed and "Click to collapse" while open', async () => {
  const screen = await render(<ExpandCollapse title="More">Hidden text</ExpandCollapse>)
  const button = screen.getByRole('heading', { level: 3 }).getByRole('button', { name: 'More' })
  await userEvent.tab()
  await expect.element(screen.getByRole('tooltip')).toHaveTextContent('Click to expand')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('Hidden text')).toBeVisible()
  await expect.element(button).toHaveAttribute('aria-expanded', 'true')
  await userEvent.tab({ shift: true })
  await userEvent.tab()
  await expect.element(screen.getByRole('tooltip')).toHaveTextContent('Click to collapse')
  await userEvent.keyboard(' ')
  await expect.element(screen.getByText('Hidden text')).not.toBeVisible()
})
