import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatCount } from './format-count.ts'

it('shows counts above the maximum as the maximum and a plus sign', () => {
  expect(formatCount(99, 99)).toBe('99')
  expect(formatCount(100, 99)).toBe('99+')
})

it('groups thousands', () => {
  expect(formatCount(1234567)).toBe('1,234,567')
})

it('answers a whole count that is not negative, for any number', () => {
  fc.assert(
    fc.property(fc.double(), (count) => {
      expect(formatCount(count, 99)).toMatch(/^\d+\+?$/)
    }),
  )
})
