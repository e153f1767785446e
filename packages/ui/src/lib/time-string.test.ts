import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isTimeString, parseTimeStringMs } from './time-string.ts'

it.each([
  ['250ms', 250],
  ['30s', 30_000],
  ['1m', 60_000],
  ['48h', 172_800_000],
  ['1d', 86_400_000],
  ['2w', 1_209_600_000],
  ['1y', 31_557_600_000],
  ['1.5h', 5_400_000],
  ['2 days', 172_800_000],
  [' 1d ', 86_400_000],
])('parseTimeStringMs reads %j as %d ms', (text, durationMs) => {
  expect(parseTimeStringMs(text)).toBe(durationMs)
})

it.each([
  '',
  ' ',
  '0',
  '0s',
  '0.0h',
  '100',
  '1e3',
  '-5',
  '0x10',
  'soon',
  'd',
  '1 month',
  '1d 2h',
  'Infinity',
])('isTimeString rejects %j', (text) => {
  expect(isTimeString(text)).toBe(false)
})

it('isTimeString rejects more than 100 characters', () => {
  expect(isTimeString(`${'0'.repeat(98)}1d`)).toBe(true)
  expect(isTimeString(`${'0'.repeat(99)}1d`)).toBe(false)
  expect(isTimeString('1'.repeat(1_000_000))).toBe(false)
  expect(isTimeString(`${' '.repeat(999_998)}1d`)).toBe(false)
})

it('parseTimeStringMs never throws and never returns a zero duration', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (text) => {
      const durationMs = parseTimeStringMs(text)
      return durationMs === undefined || (Number.isFinite(durationMs) && durationMs !== 0)
    }),
  )
})
