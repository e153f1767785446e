import fc from 'fast-check'
import { expect, it } from 'vitest'
import { childRows, type JsonRow, jsonRow, maxShownEntries, summarizeJson } from './json-rows.ts'

it('summarizeJson shows scalars as JSON and containers by size', () => {
  expect(['a', 1, true, null].map(summarizeJson)).toEqual(['"a"', '1', 'true', 'null'])
  expect([summarizeJson([]), summarizeJson({}), summarizeJson([1]), summarizeJson({ a: 1, b: 2 })]).toEqual([
    '[]',
    '{}',
    '[ 1 item ]',
    '{ 2 keys }',
  ])
})

it('childRows returns at most 200 entries of a list', () => {
  expect(childRows(jsonRow(Array.from({ length: 1_000_000 }, () => 0)))).toHaveLength(maxShownEntries)
})

it('childRows gives every row a unique pointer for any keys', () => {
  const pointersOf = (row: JsonRow): string[] => [row.pointer, ...childRows(row).flatMap(pointersOf)]
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
      const pointers = pointersOf(jsonRow(JSON.parse(JSON.stringify(value))))
      expect(new Set(pointers).size).toBe(pointers.length)
    }),
  )
})

it('summarizeJson truncates strings after 1,000 characters', () => {
  expect(summarizeJson('a'.repeat(1_000_000))).toBe(`"${'a'.repeat(1_000)}"…`)
})
