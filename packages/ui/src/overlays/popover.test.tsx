import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from '../buttons/button.tsx'
import { Popover } from './popover.tsx'

describe('Popover', () => {
  it('opens, closes with Escape and restores the focus by keyboard alone', async () => {
    const screen = await render(
      <Popover trigger={<Button>About</Button>} label="About approvals">
        With approvals on, changes wait.
      </Popover>,
    )
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    const panel = screen.getByRole('dialog', { name: 'About approvals' })
    await expect.element(panel).toHaveTextContent('With approvals on, changes wait.')
    await userEvent.keyboard('{Escape}')
    await expect.element(panel).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: 'About' })).toHaveFocus()
  })
})
