import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Tabs } from './tabs.tsx'

const items = [
  { id: 'one', label: 'One', content: 'First panel' },
  { id: 'two', label: 'Two', content: 'Second panel', isDisabled: true },
  { id: 'three', label: 'Three', content: 'Third panel' },
]

describe('Tabs', () => {
  it('changes panels by keyboard alone and skips disabled tabs', async () => {
    const onSelect = vi.fn()
    const screen = await render(<Tabs label="Sections" items={items} onSelect={onSelect} />)
    await expect.element(screen.getByRole('tabpanel', { name: 'One' })).toHaveTextContent('First panel')
    await userEvent.tab()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(screen.getByRole('tabpanel', { name: 'Three' })).toHaveTextContent('Third panel')
    expect(onSelect).toHaveBeenLastCalledWith('three')
    await userEvent.keyboard('{Home}')
    await expect.element(screen.getByRole('tab', { name: 'One' })).toHaveFocus()
  })

  it('shows the selected panel', async () => {
    const screen = await render(<Tabs label="Sections" items={items} selectedId="three" />)
    await expect.element(screen.getByRole('tab', { name: 'Three' })).toHaveAttribute('aria-selected', 'true')
  })
})
