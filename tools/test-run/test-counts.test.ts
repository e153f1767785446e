import { describe, expect, it } from 'vitest'
import { addCounts, closingLine, countsInFile, countsInReport } from './test-counts.ts'

describe('test counts', () => {
  it("read Vitest's report", () => {
    const report = JSON.stringify({
      numTotalTests: 5,
      numPassedTests: 3,
      numFailedTests: 1,
      numPendingTests: 1,
    })
    expect(countsInReport(report)).toEqual({ passed: 3, failed: 1 })
  })

  it("read Playwright's report", () => {
    const report = JSON.stringify({ suites: [], stats: { expected: 4, unexpected: 2, flaky: 1, skipped: 3 } })
    expect(countsInReport(report)).toEqual({ passed: 5, failed: 2 })
  })

  it('are zero without a report', () => {
    expect(countsInFile('no-such-report.json')).toEqual({ passed: 0, failed: 0 })
  })

  it('end with the totals, with at least one failure for a failed run', () => {
    const sum = addCounts({ passed: 3, failed: 0 }, { passed: 5, failed: 0 })
    expect(closingLine(sum, false)).toBe('8 passed, 0 failed')
    expect(closingLine(sum, true)).toBe('8 passed, 1 failed')
    expect(closingLine({ passed: 1, failed: 4 }, true)).toBe('1 passed, 4 failed')
  })
})
