import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sortRows } from './sort-rows.ts'

const itself = <Value>(value: Value) => value

it('sortRows ignores case in text and compares embedded numbers by value', () => {
  expect(sortRows(['item 10', 'Item 9', 'alpha'], itself, 'ascending')).toEqual([
    'alpha',
    'Item 9',
    'item 10',
  ])
})

it('sortRows compares dates by time', () => {
  const [early, late] = [new Date(1), new Date(2)]
  expect(sortRows([early, late], itself, 'descending')).toEqual([late, early])
})

it('sortRows puts rows without a value last in both directions', () => {
  expect(sortRows([null, 2, undefined, 1], itself, 'ascending')).toEqual([1, 2, null, undefined])
  expect(sortRows([null, 2, undefined, 1], itself, 'descending')).toEqual([2, 1, null, undefined])
})

it('sortRows is stable, keeps every row and does not mutate its input', () => {
  const row = fc.record({ key: fc.integer({ min: 0, max: 3 }) })
  fc.assert(
    fc.property(
      fc.array(row),
      fc.constantFrom('ascending' as const, 'descending' as const),
      (rows, direction) => {
        const before = [...rows]
        const sorted = sortRows(rows, ({ key }) => key, direction)
        expect(rows).toEqual(before)
        expect(new Set(sorted)).toEqual(new Set(rows))
        for (const key of [0, 1, 2, 3]) {
          const ofKey = (list: { key: number }[]) => list.filter((each) => each.key === key)
          expect(ofKey(sorted)).toEqual(ofKey(rows))
        }
      },
    ),
  )
})
