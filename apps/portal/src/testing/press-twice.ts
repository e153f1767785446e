import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'

/**
 * Confirms by a button that asks "You sure?". The second click counts from 300 ms to 3 seconds after the first: on a slow
 * machine a click comes too late, the button forgets the first, and both are repeated.
 */
export async function pressTwice(button: Locator, isConfirmed: () => boolean): Promise<void> {
  const armed = page.getByRole('button', { name: 'You sure? Click again to confirm' })
  await expect
    .poll(() => {
      const next = armed.query() ?? button.query()
      if (next instanceof HTMLElement && !isConfirmed()) {
        // A script's click doesn't move the focus, as a user's does.
        next.focus()
        next.click()
      }
      return isConfirmed()
    })
    .toBe(true)
}
