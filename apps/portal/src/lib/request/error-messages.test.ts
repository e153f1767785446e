import { expect, it } from 'vitest'
import { errorTexts } from './error-messages.ts'

it('errorTexts replaces the message of a failed import, which names a file of the app', () => {
  const failure = new TypeError('Failed to fetch dynamically imported module: http://localhost/assets/a.js')
  expect(errorTexts(failure).message).toBe(
    'Part of this page could not be loaded. Check your connection and try again.',
  )
})
