/**
 * `npm test` runs everything that CI runs. `--fast` is `npm run check`. `--long` is `npm run test:long`, with all rounds.
 * Prints a table of the steps and, as the last line, the counts of all tests.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { closingLine, runSteps, summaryTable } from './test-run/run-steps.ts'
import { type Scope, stepsOf } from './test-run/steps.ts'

function scopeOf(arguments_: readonly string[]): Scope {
  if (arguments_.includes('--fast')) return 'fast'
  return arguments_.includes('--long') ? 'long' : 'everything'
}

const reportsFolder = mkdtempSync(join(tmpdir(), 'portal-test-reports-'))
const steps = stepsOf(scopeOf(process.argv.slice(2)), reportsFolder)
const began = performance.now()
const outcomes = await runSteps(join(import.meta.dirname, '..'), steps)
rmSync(reportsFolder, { recursive: true, force: true })
const hasFailed = outcomes.length < steps.length || outcomes.some(({ hasPassed }) => !hasPassed)
console.log(summaryTable(steps, outcomes, (performance.now() - began) / 1_000))
console.log(closingLine(outcomes, hasFailed))
process.exitCode = hasFailed ? 1 : 0
