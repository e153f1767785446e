/** Runs steps one after the other, or beside each other where they say so, and stops where one fails. */
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

const running = new Set<ChildProcess>()
for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    for (const child of running) child.kill('SIGTERM')
    process.exitCode = 1
  })
}

async function runCommand(cwd: string, command: string[], env: Record<string, string>): Promise<boolean> {
  // A run starts the same programs dozens of times: all but the first find their modules compiled.
  const NODE_COMPILE_CACHE = join(cwd, 'node_modules/.cache/compiled')
  const child = spawn(process.execPath, command, {
    cwd,
    env: { NODE_COMPILE_CACHE, ...process.env, ...env },
    stdio: 'inherit',
  })
  running.add(child)
  const [code] = await once(child, 'close')
  running.delete(child)
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

/** The steps in the order they run in: those of one group at the same time. */
function groupsOf(steps: readonly Step[]): Step[][] {
  const groups: Step[][] = []
  for (const step of steps) {
    const last = groups.at(-1)
    if (step.isBeside && last) last.push(step)
    else groups.push([step])
  }
  return groups
}

/** Resolves with what ran; what comes after a failure has not. */
export async function runSteps(cwd: string, steps: readonly Step[]): Promise<StepOutcome[]> {
  const outcomes: StepOutcome[] = []
  for (const group of groupsOf(steps)) {
    console.log(styleText('bold', `\n▸ ${group.map(({ name }) => name).join(', ')}`))
    outcomes.push(...(await Promise.all(group.map((step) => runStep(cwd, step)))))
    if (outcomes.some(({ hasPassed }) => !hasPassed)) break
  }
  return outcomes
}

export function totalOf(outcomes: readonly StepOutcome[]): TestCounts {
  return outcomes.map(({ counts }) => counts).reduce(addCounts, noTests)
}

/** One row a step: its mark, its name, its seconds, its tests. Below them the seconds of the whole run. */
export function summaryTable(
  steps: readonly Step[],
  outcomes: readonly StepOutcome[],
  seconds: number,
): string {
  const width = Math.max(...steps.map(({ name }) => name.length))
  const rows = steps.map(({ name }) => {
    const outcome = outcomes.find((candidate) => candidate.name === name)
    if (!outcome) return styleText('gray', `  – ${name.padEnd(width)}   not run`)
    const { passed, failed } = outcome.counts
    const tests = passed + failed > 0 ? `   ${passed} passed, ${failed} failed` : ''
    const mark = outcome.hasPassed ? styleText('green', '✓') : styleText('red', '✗')
    return `  ${mark} ${name.padEnd(width)} ${outcome.seconds.toFixed(1).padStart(7)} s${tests}`
  })
  return ['', ...rows, `    ${''.padEnd(width)} ${seconds.toFixed(1).padStart(7)} s`, ''].join('\n')
}
