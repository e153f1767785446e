import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Toggle } from './toggle.tsx'

describe('Toggle', () => {
  it('turns on and off by keyboard alone', async () => {
    const onChange = vi.fn()
    const screen = await render(
      <Toggle onChange={onChange} description="They stay yours.">
        Show hidden workspaces
      </Toggle>,
    )
    const toggle = screen.getByRole('switch', { name: 'Show hidden workspaces' })
    await userEvent.tab()
    await expect.element(toggle).toHaveFocus()
    await userEvent.keyboard(' ')
    await expect.element(toggle).toBeChecked()
    await userEvent.keyboard(' ')
    await expect.element(toggle).not.toBeChecked()
    expect(onChange.mock.calls).toEqual([[true], [false]])
    await expect.element(toggle).toHaveAccessibleDescription('They stay yours.')
  })

  it('renders a disabled switch when isDisabled is set', async () => {
    const screen = await render(<Toggle isDisabled>Approvals</Toggle>)
    await expect.element(screen.getByRole('switch', { name: 'Approvals' })).toBeDisabled()
  })
})
