/** Counts out of the reports that Vitest and Playwright write. */
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

/** Reads either report's text. A flaky test has passed in the end; a skipped one counts as neither. */
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

/** No report, no tests: the runner ended before it could write one. */
export function countsInFile(path: string): TestCounts {
  return existsSync(path) ? countsInReport(readFileSync(path, 'utf8')) : noTests
}

/** The runner's last line. A step that failed without a failed test of its own counts as one failure. */
export function closingLine(counts: TestCounts, hasFailed: boolean): string {
  const failed = hasFailed ? Math.max(counts.failed, 1) : counts.failed
  return `${counts.passed} passed, ${failed} failed`
}
