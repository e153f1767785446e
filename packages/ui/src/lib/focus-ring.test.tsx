import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { forceColors } from '../testing/force-colors.ts'
import { focusRing } from './focus-ring.ts'

it('focusRing is visible only on the focused element when the system forces its colors', async () => {
  await forceColors()
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
