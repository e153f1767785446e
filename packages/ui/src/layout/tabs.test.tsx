import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Tabs } from './tabs.tsx'

it('Tabs changes panels by keyboard alone', async () => {
  const items = ['One', 'Two', 'Three'].map((label) => ({ label, content: `Panel ${label}` }))
  const screen = await render(<Tabs label="Sections" items={items} />)
  await expect.element(screen.getByRole('tabpanel', { name: 'One' })).toHaveTextContent('Panel One')
  await userEvent.tab()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(screen.getByRole('tabpanel', { name: 'Two' })).toHaveTextContent('Panel Two')
  await userEvent.keyboard('{Home}')
  await expect.element(screen.getByRole('tab', { name: 'One' })).toHaveFocus()
})
