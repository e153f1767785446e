import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runSteps } from './run-steps.ts'

const folder = mkdtempSync(join(tmpdir(), 'run-steps-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A runner that writes its counts and ends with a code, whatever it has counted. */
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

const hasPassed = async (step: ReturnType<typeof stepOf>) => (await runSteps(folder, [step]))[0]?.hasPassed

describe('a step', () => {
  it('has passed when its runner says so and has counted no failure', async () => {
    expect(await hasPassed(stepOf({ numPassedTests: 3, numFailedTests: 0 }))).toBe(true)
  })

  it('has failed by its exit code, by a counted failure that ended with 0, and without any test', async () => {
    expect(await hasPassed(stepOf({ numPassedTests: 3, numFailedTests: 0 }, 1))).toBe(false)
    expect(await hasPassed(stepOf({ numPassedTests: 3, numFailedTests: 1 }))).toBe(false)
    expect(await hasPassed(stepOf({ numPassedTests: 0, numFailedTests: 0 }))).toBe(false)
  })
})

describe('steps', () => {
  const passes = { numPassedTests: 1, numFailedTests: 0 }

  it('run beside the one before them where they say so, and what comes after waits for both', async () => {
    const steps = [
      stepOf(passes, 1, 'first'),
      { ...stepOf(passes, 0, 'beside'), isBeside: true },
      stepOf(passes, 0, 'after'),
    ]
    const outcomes = await runSteps(folder, steps)
    expect(outcomes.map(({ name, hasPassed }) => [name, hasPassed])).toEqual([
      ['first', false],
      ['beside', true],
    ])
  })
})
