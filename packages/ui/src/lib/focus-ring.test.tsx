import { expect, it, onTestFinished } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { focusRing } from './focus-ring.ts'

async function forceColors(value: 'active' | 'none'): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] })
}

it('focusRing is visible only on the focused element when the system forces its colors', async () => {
  await forceColors('active')
  onTestFinished(() => forceColors('none'))
  const screen = await render(
    <>
      <button type="button" className={focusRing}>
        Focused
      </button>
      <button type="button" className={focusRing}>
        Other
      </button>
      <hr style={{ outlineColor: 'Canvas' }} />
    </>,
  )
  await userEvent.tab()
  const outlineOf = (element: Element) => getComputedStyle(element).outlineColor
  const page = outlineOf(screen.getByRole('separator').element())
  expect(outlineOf(screen.getByText('Other').element())).toBe(page)
  expect(outlineOf(screen.getByText('Focused').element())).not.toBe(page)
})
