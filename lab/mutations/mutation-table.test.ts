import { describe, expect, it } from 'vitest'
import { formatTable, listSurvivors, type MutantResult, tested } from './mutation-table.ts'

const mutant = (status: MutantResult['status'], line: number): MutantResult => ({
  id: String(line),
  fileName: 'apps/api/src/guard/caller.ts',
  location: { start: { line, column: 4 }, end: { line, column: 9 } },
  mutatorName: 'EqualityOperator',
  replacement: 'a <= b',
  status,
})
const mutants = [
  mutant('Killed', 1),
  mutant('Timeout', 2),
  mutant('Survived', 3),
  mutant('NoCoverage', 4),
  mutant('CompileError', 5),
  mutant('Ignored', 6),
]

describe('formatTable', () => {
  it('counts a mutant as caught if a test fails or hangs, and leaves out those that did not run', () =>
    expect(formatTable(tested(mutants)).split('\n').slice(2)).toEqual([
      '| `apps/api/src/guard/caller.ts` | 4 | 2 | 2 |',
      '| All | 4 | 2 | 2 |',
    ]))
})

describe('listSurvivors', () => {
  it('names the place and the replacement of each survivor', () =>
    expect(listSurvivors(mutants)).toEqual([
      'apps/api/src/guard/caller.ts:4:5 EqualityOperator: a <= b',
      'apps/api/src/guard/caller.ts:5:5 EqualityOperator, which no test runs: a <= b',
    ]))
})
