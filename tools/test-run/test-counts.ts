/** Reads the counts from the reports of Vitest and Playwright. */
import { existsSync, readFileSync } from 'node:fs'

export interface TestCounts {
  passed: number
  failed: number
}

export const noTests: TestCounts = { passed: 0, failed: 0 }

export function addCounts(a: TestCounts, b: TestCounts): TestCounts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed }
}

function numberIn(record: unknown, name: string): number {
  const value =
    typeof record === 'object' && record !== null ? (record as Record<string, unknown>)[name] : undefined
  return typeof value === 'number' ? value : 0
}

/** Reads the text of either report. A flaky test counts as passed, a skipped one doesn't count. */
export function countsInReport(text: string): TestCounts {
  const report: unknown = JSON.parse(text)
  const stats = typeof report === 'object' && report !== null && 'stats' in report ? report.stats : undefined
  if (stats !== undefined) {
    return {
      passed: numberIn(stats, 'expected') + numberIn(stats, 'flaky'),
      failed: numberIn(stats, 'unexpected'),
    }
  }
  return { passed: numberIn(report, 'numPassedTests'), failed: numberIn(report, 'numFailedTests') }
}

/** Returns no tests without a report, because the runner exited before it wrote one. */
export function countsInFile(path: string): TestCounts {
  return existsSync(path) ? countsInReport(readFileSync(path, 'utf8')) : noTests
}

/** Formats the last line of the run. A failed step without a failed test counts as one failure. */
export function closingLine(counts: TestCounts, hasFailed: boolean): string {
  const failed = hasFailed ? Math.max(counts.failed, 1) : counts.failed
  return `${counts.passed} passed, ${failed} failed`
}
