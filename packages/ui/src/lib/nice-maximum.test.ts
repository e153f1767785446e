import { expect, it } from 'vitest'
import { niceMaximum } from './nice-maximum.ts'

it.each([
  [0, 1],
  [1, 1],
  [2, 2],
  [3, 4],
  [7, 10],
  [41, 50],
  [100, 100],
  [101, 200],
  [12_345, 20_000],
  [Number.NaN, 1],
])('niceMaximum rounds %s up to %s', (value, end) => {
  expect(niceMaximum(value)).toBe(end)
})
