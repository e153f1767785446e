import { describe, expect, it } from 'vitest'
import { countTurns } from '../testing/count-turns.ts'
import { mapInTurns } from './long-list.ts'

const numbers = (length: number) => Array.from({ length }, (_, number) => number)
const double = (number: number) => number * 2

describe('mapInTurns', () => {
  it.each([0, 1, 100, 101, 250])('maps %i rows in order', async (length) => {
    expect(await mapInTurns(numbers(length), double)).toEqual(numbers(length).map(double))
  })

  it('lets other requests run after every hundred rows', async () => {
    expect(await countTurns(() => mapInTurns(numbers(1_000), double))).toBeGreaterThanOrEqual(9)
    expect(await countTurns(() => mapInTurns(numbers(100), double))).toBe(0)
  })
})
