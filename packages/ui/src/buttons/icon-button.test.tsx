import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IconButton } from './icon-button.tsx'

describe('IconButton', () => {
  it('uses its label as the accessible name and shows it as a tooltip on keyboard focus', async () => {
    const onPress = vi.fn()
    const screen = await render(<IconButton icon="settings" label="Settings" onPress={onPress} />)
    await userEvent.tab()
    await expect.element(screen.getByRole('button', { name: 'Settings' })).toHaveFocus()
    await expect.element(screen.getByRole('tooltip')).toHaveTextContent('Settings')
    await userEvent.keyboard('{Enter}')
    expect(onPress).toHaveBeenCalledTimes(1)
  })

  it('shows the tooltip on hover and closes it with Escape', async () => {
    const screen = await render(
      <>
        <p>elsewhere</p>
        <IconButton icon="settings" label="Settings" />
      </>,
    )
    await screen.getByText('elsewhere').hover()
    await screen.getByRole('button').hover()
    await expect.element(screen.getByRole('tooltip')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(screen.getByRole('tooltip')).not.toBeInTheDocument()
    await screen.getByText('elsewhere').hover()
  })

  it('ignores presses while loading and announces that it is loading', async () => {
    const onPress = vi.fn()
    const screen = await render(<IconButton icon="trash" label="Revoke" isLoading onPress={onPress} />)
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    expect(onPress).not.toHaveBeenCalled()
    await expect.element(screen.getByRole('button')).toHaveAccessibleName('Revoke Loading...')
  })

  it('stays focusable and shows the reason when disabled with a reason', async () => {
    const screen = await render(
      <IconButton icon="trash" label="Remove User" isDisabled disabledReason="The owner stays." />,
    )
    await userEvent.tab()
    const button = screen.getByRole('button', { name: 'Remove User' })
    await expect.element(button).toHaveFocus()
    await expect.element(button).toHaveAccessibleDescription('The owner stays.')
    await expect.element(screen.getByRole('tooltip')).toHaveTextContent('The owner stays.')
  })

  it('is a toggle button when isSelected is set', async () => {
    const screen = await render(<IconButton icon="star" label="Set Favourite" isSelected={false} />)
    await expect.element(screen.getByRole('button')).toHaveAttribute('aria-pressed', 'false')
  })
})
