/** Runs steps one after the other, and stops at the first that fails. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { styleText } from 'node:util'
import type { Step } from './steps.ts'
import { addCounts, countsInFile, noTests, type TestCounts } from './test-counts.ts'

export interface StepOutcome {
  name: string
  seconds: number
  hasPassed: boolean
  counts: TestCounts
}

let current: ChildProcess | undefined
for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    current?.kill('SIGTERM')
    process.exitCode = 1
  })
}

async function runCommand(cwd: string, command: string[], env: Record<string, string>): Promise<boolean> {
  // A run starts the same programs dozens of times: all but the first find their modules compiled.
  const NODE_COMPILE_CACHE = join(cwd, 'node_modules/.cache/compiled')
  current = spawn(process.execPath, command, {
    cwd,
    env: { NODE_COMPILE_CACHE, ...process.env, ...env },
    stdio: 'inherit',
  })
  const [code] = await once(current, 'close')
  return code === 0
}

async function runStep(cwd: string, step: Step): Promise<StepOutcome> {
  const began = performance.now()
  let hasPassed = true
  for (const command of step.commands)
    hasPassed = (await runCommand(cwd, command, step.env ?? {})) && hasPassed
  const counts = step.reportFile ? countsInFile(step.reportFile) : noTests
  // A runner's exit code can get lost on its way out; what it has counted cannot.
  hasPassed = hasPassed && counts.failed === 0 && (!step.reportFile || counts.passed > 0)
  return { name: step.name, seconds: (performance.now() - began) / 1_000, hasPassed, counts }
}

/** Resolves with what ran; what comes after a failure has not. */
export async function runSteps(cwd: string, steps: readonly Step[]): Promise<StepOutcome[]> {
  const outcomes: StepOutcome[] = []
  for (const step of steps) {
    console.log(styleText('bold', `\n▸ ${step.name}`))
    const outcome = await runStep(cwd, step)
    outcomes.push(outcome)
    if (!outcome.hasPassed) break
  }
  return outcomes
}

export function totalOf(outcomes: readonly StepOutcome[]): TestCounts {
  return outcomes.map(({ counts }) => counts).reduce(addCounts, noTests)
}

/** One row a step: its mark, its name, its seconds, its tests. */
export function summaryTable(steps: readonly Step[], outcomes: readonly StepOutcome[]): string {
  const width = Math.max(...steps.map(({ name }) => name.length))
  const rows = steps.map(({ name }) => {
    const outcome = outcomes.find((candidate) => candidate.name === name)
    if (!outcome) return styleText('gray', `  – ${name.padEnd(width)}   not run`)
    const { passed, failed } = outcome.counts
    const tests = passed + failed > 0 ? `   ${passed} passed, ${failed} failed` : ''
    const mark = outcome.hasPassed ? styleText('green', '✓') : styleText('red', '✗')
    return `  ${mark} ${name.padEnd(width)} ${outcome.seconds.toFixed(1).padStart(7)} s${tests}`
  })
  const seconds = outcomes.reduce((sum, outcome) => sum + outcome.seconds, 0)
  return ['', ...rows, `    ${''.padEnd(width)} ${seconds.toFixed(1).padStart(7)} s`, ''].join('\n')
}
