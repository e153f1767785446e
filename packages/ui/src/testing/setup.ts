import { afterEach, beforeEach, expect, vi } from 'vitest'
import '../styles/theme.css'

const consoleError = vi.spyOn(console, 'error')

beforeEach(() => {
  consoleError.mockClear()
})

// A test that expects an error replaces the spy's implementation, checks its calls and clears it.
afterEach(() => {
  const calls = consoleError.mock.calls.map((parts) => parts.map(String).join(' '))
  consoleError.mockClear()
  vi.useRealTimers()
  delete document.documentElement.dataset.theme
  expect(calls, 'unexpected console.error').toEqual([])
})
