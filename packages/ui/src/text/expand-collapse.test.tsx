import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ExpandCollapse } from './expand-collapse.tsx'

it('ExpandCollapse says "Click to expand" while closed and "Click to collapse" while open', async () => {
  const screen = await render(<ExpandCollapse title="More">Hidden text</ExpandCollapse>)
  await userEvent.tab()
  await expect.element(screen.getByRole('tooltip')).toHaveTextContent('Click to expand')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('Hidden text')).toBeVisible()
  await userEvent.tab({ shift: true })
  await userEvent.tab()
  await expect.element(screen.getByRole('tooltip')).toHaveTextContent('Click to collapse')
  await userEvent.keyboard(' ')
  await expect.element(screen.getByText('Hidden text')).not.toBeVisible()
})

it('ExpandCollapse shows "Click to expand" in a tooltip on hover', async () => {
  const screen = await render(
    <>
      <p>Elsewhere</p>
      <ExpandCollapse title="More">Hidden text</ExpandCollapse>
    </>,
  )
  await userEvent.hover(screen.getByText('Elsewhere'))
  await userEvent.hover(screen.getByRole('button', { name: 'More' }))
  await expect.element(screen.getByRole('tooltip')).toHaveTextContent('Click to expand')
})

it('ExpandCollapse reports to screen readers whether it is open', async () => {
  const screen = await render(
    <ExpandCollapse title="More" defaultExpanded>
      Text
    </ExpandCollapse>,
  )
  const button = screen.getByRole('button', { name: 'More' })
  await expect.element(button).toHaveAttribute('aria-expanded', 'true')
  await expect.element(screen.getByRole('heading', { name: 'More', level: 3 })).toBeVisible()
})
