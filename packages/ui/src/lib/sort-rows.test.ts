import { expect, it } from 'vitest'
import { sortRows } from './sort-rows.ts'

const itself = <T>(value: T) => value

it('sortRows ignores case in text and compares embedded numbers by value', () => {
  const sorted = sortRows(['item 10', 'Item 9', 'alpha'], itself, 'ascending')
  expect(sorted).toEqual(['alpha', 'Item 9', 'item 10'])
})

it('sortRows puts rows without a value last in both directions', () => {
  expect(sortRows([null, 2, undefined, 1], itself, 'ascending')).toEqual([1, 2, null, undefined])
  expect(sortRows([null, 2, undefined, 1], itself, 'descending')).toEqual([2, 1, null, undefined])
})
