import { afterEach, beforeEach, expect, vi } from 'vitest'
import '../styles/theme.css'

// Nothing moves in a test: a fade in progress has colours of neither its beginning nor its end.
const still = document.createElement('style')
still.textContent = '*, ::before, ::after { transition: none !important; animation: none !important; }'
document.head.append(still)

const consoleError = vi.spyOn(console, 'error')

/** Where the Tab key goes next depends on what had the focus last, in another test: begin at the page's start. */
function focusPageStart() {
  window.focus()
  document.body.tabIndex = -1
  document.body.focus()
  document.body.removeAttribute('tabindex')
}

beforeEach(() => {
  consoleError.mockClear()
  focusPageStart()
})

// A test that expects an error replaces the spy's implementation and clears it when it has looked at it.
afterEach(() => {
  const calls = consoleError.mock.calls.map((parts) => parts.map(String).join(' '))
  consoleError.mockClear()
  vi.useRealTimers()
  delete document.documentElement.dataset.theme
  expect(calls, 'unexpected console.error').toEqual([])
})
