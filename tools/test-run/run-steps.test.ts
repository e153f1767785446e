import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runSteps } from './run-steps.ts'

const folder = mkdtempSync(join(tmpdir(), 'run-steps-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A step whose runner writes the report and exits with the code. */
function stepOf(report: object, exitCode = 0, name = 'tests') {
  const reportFile = join(folder, `${name}.json`)
  const text = JSON.stringify(report)
  const script = join(folder, `${name}.mjs`)
  writeFileSync(
    script,
    `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(reportFile)}, ${JSON.stringify(text)})\nprocess.exitCode = ${exitCode}\n`,
  )
  return { name, commands: [[script]], reportFile }
}

const passingReport = { numPassedTests: 1, numFailedTests: 0 }
const passed = (name: string) => stepOf(passingReport, 0, name)
const failed = (name: string) => stepOf(passingReport, 1, name)

async function outcomesOf(steps: Parameters<typeof runSteps>[1]) {
  const outcomes = await runSteps(folder, steps)
  return outcomes.map(({ name, hasPassed }) => `${name} ${hasPassed ? 'passed' : 'failed'}`)
}

describe('runSteps', () => {
  it('passes a step whose runner exits with 0 and reports no failure', async () => {
    expect(await outcomesOf([passed('unit')])).toEqual(['unit passed'])
  })

  it('fails a step that exits with 1, reports a failure, or runs no test', async () => {
    const steps = [
      failed('exit'),
      stepOf({ numPassedTests: 3, numFailedTests: 1 }, 0, 'count'),
      stepOf({ numPassedTests: 0, numFailedTests: 0 }, 0, 'empty'),
    ]
    expect(await outcomesOf(steps)).toEqual(['exit failed', 'count failed', 'empty failed'])
  })

  it('runs the steps after a failed one, in parallel or not', async () => {
    const steps = [failed('first'), { ...passed('parallel'), isParallel: true }, passed('after')]
    expect(await outcomesOf(steps)).toEqual(['first failed', 'parallel passed', 'after passed'])
  })

  it('skips all later steps if a required step has failed', async () => {
    const steps = [{ ...failed('browser'), isRequired: true }, passed('types')]
    expect(await outcomesOf(steps)).toEqual(['browser failed'])
  })

  it('skips a step, and what needs that step, if a step it needs has failed', async () => {
    const steps = [
      failed('build'),
      { ...passed('journeys'), needs: ['build'] },
      { ...passed('report'), needs: ['journeys'] },
      passed('other'),
    ]
    expect(await outcomesOf(steps)).toEqual(['build failed', 'other passed'])
  })
})
