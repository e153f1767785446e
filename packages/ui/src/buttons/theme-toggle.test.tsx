import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { themeStore } from '../lib/theme.ts'
import { ThemeToggle } from './theme-toggle.tsx'

describe('ThemeToggle', () => {
  beforeEach(() => themeStore().choose('light'))
  afterAll(() => themeStore().clearChoice())

  it('switches the theme of the page and stores it by keyboard alone', async () => {
    const screen = await render(<ThemeToggle />)
    await userEvent.tab()
    await expect.element(screen.getByRole('button', { name: 'Use the dark theme' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(document.documentElement.dataset.theme).toBe('dark')
    expect(localStorage.getItem('SI-THEME')).toBe('dark')
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('button', { name: 'Use the dark theme' })).toBeVisible()
    expect(localStorage.getItem('SI-THEME')).toBe('light')
  })
})
