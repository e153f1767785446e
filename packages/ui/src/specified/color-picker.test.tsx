import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ColorPicker } from './color-picker.tsx'

describe('ColorPicker', () => {
  it('starts with #0cf, offers alpha and hex, and opens to the right by default', async () => {
    const screen = await render(<ColorPicker label="Color" />)
    const button = screen.getByRole('button')
    await expect.element(button).toHaveTextContent('Color#00ccff')
    const right = button.element().getBoundingClientRect().right
    await button.click()
    await expect.element(screen.getByRole('textbox', { name: 'Hex' })).toHaveValue('#00CCFF')
    await expect.element(screen.getByRole('slider', { name: 'Alpha' })).toBeInTheDocument()
    const panel = screen.getByRole('dialog', { name: 'Color' }).element().getBoundingClientRect()
    expect(panel.left).toBeGreaterThanOrEqual(right)
  })

  it('opens, changes the color, closes and restores the focus by keyboard alone', async () => {
    const onChange = vi.fn()
    const screen = await render(<ColorPicker label="Color" value="#ff0000" onChange={onChange} />)
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('dialog', { name: 'Color' })).toBeVisible()
    await userEvent.tab()
    await userEvent.keyboard('{ArrowLeft}')
    expect(onChange).toHaveBeenLastCalledWith('#ff0303')
    await userEvent.tab()
    await userEvent.keyboard('{ArrowRight}')
    await userEvent.tab()
    await userEvent.keyboard('{ArrowLeft}')
    expect(onChange.mock.lastCall?.[0]).toMatch(/^#[0-9a-f]{6}fc$/)
    await userEvent.tab()
    await expect.element(screen.getByRole('textbox', { name: 'Hex' })).toHaveFocus()
    await userEvent.fill(screen.getByRole('textbox', { name: 'Hex' }), '#123456')
    await userEvent.tab()
    expect(onChange.mock.lastCall?.[0]).toMatch(/^#123456/)
    await userEvent.keyboard('{Escape}')
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button')).toHaveFocus()
  })

  it('falls back to #0cf for text that is not a color', async () => {
    const screen = await render(<ColorPicker label="Color" value="#red; drop" />)
    await expect.element(screen.getByRole('button')).toHaveTextContent('Color#00ccff')
  })
})
