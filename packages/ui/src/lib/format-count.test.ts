import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatCount, formatCountOf } from './format-count.ts'

it('formatCount shows a count above the maximum as the maximum with a plus sign', () => {
  expect(formatCount(99, 99)).toBe('99')
  expect(formatCount(100, 99)).toBe('99+')
})

it('formatCount groups thousands', () => {
  expect(formatCount(1234567)).toBe('1,234,567')
})

it('formatCount returns a non-negative whole number for any input', () => {
  fc.assert(
    fc.property(fc.double(), (count) => {
      expect(formatCount(count, 99)).toMatch(/^\d+\+?$/)
    }),
  )
})

it('formatCountOf uses the plural except for one', () => {
  expect([0, 1, 1_200].map((count) => formatCountOf(count, 'member'))).toEqual([
    '0 members',
    '1 member',
    '1,200 members',
  ])
  expect(formatCountOf(2, 'entry', 'entries')).toBe('2 entries')
})
