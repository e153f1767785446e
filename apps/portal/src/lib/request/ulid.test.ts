import { expect, it } from 'vitest'
import { ulid } from './ulid.ts'

it('ulid starts with the time in ten characters of Base32', () => {
  // The example in the ulid specification.
  expect(ulid(1_469_918_176_385)).toMatch(/^01ARYZ6S41[0-9A-HJKMNP-TV-Z]{16}$/)
  expect(ulid(2 ** 48 - 1)).toMatch(/^7ZZZZZZZZZ/)
})

it('ulid differs between two calls at the same time', () => {
  expect(ulid(0)).not.toBe(ulid(0))
})
