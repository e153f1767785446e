/** Runs the steps of a test run, some of them in parallel. A failed step fails the run but doesn't end it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { styleText } from 'node:util'
import type { Step } from './steps.ts'

interface TestCounts {
  passed: number
  failed: number
}

export interface StepOutcome {
  name: string
  seconds: number
  hasPassed: boolean
  counts: TestCounts
}

const running = new Set<ChildProcess>()
let isStopped = false
for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    isStopped = true
    for (const child of running) child.kill('SIGTERM')
    process.exitCode = 1
  })
}

async function runCommand(cwd: string, command: string[], env: Record<string, string>): Promise<boolean> {
  // A run starts the same programs dozens of times. The cache lets all but the first skip compilation.
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

/** Reads the report of Vitest or Playwright. A flaky test counts as passed. A runner that exits early writes no report. */
function countsIn(reportFile: string | undefined): TestCounts {
  if (!reportFile || !existsSync(reportFile)) return { passed: 0, failed: 0 }
  const report = JSON.parse(readFileSync(reportFile, 'utf8'))
  const { stats } = report
  if (stats) return { passed: stats.expected + stats.flaky, failed: stats.unexpected }
  return { passed: report.numPassedTests, failed: report.numFailedTests }
}

async function runStep(cwd: string, step: Step): Promise<StepOutcome> {
  const began = performance.now()
  let hasPassed = true
  for (const command of step.commands)
    hasPassed = (await runCommand(cwd, command, step.env ?? {})) && hasPassed
  const counts = countsIn(step.reportFile)
  // A wrapper can swallow the runner's exit code, so the counts decide as well.
  hasPassed = hasPassed && counts.failed === 0 && (!step.reportFile || counts.passed > 0)
  return { name: step.name, seconds: (performance.now() - began) / 1_000, hasPassed, counts }
}

/** Groups the steps in run order. The steps of one group run in parallel. */
function groupsOf(steps: readonly Step[]): Step[][] {
  const groups: Step[][] = []
  for (const step of steps) {
    const last = groups.at(-1)
    if (step.isParallel && last) last.push(step)
    else groups.push([step])
  }
  return groups
}

/**
 * Runs every step and returns one outcome per step that ran. A step is skipped only if a step it needs has failed or was
 * itself skipped.
 */
export async function runSteps(cwd: string, steps: readonly Step[]): Promise<StepOutcome[]> {
  const outcomes: StepOutcome[] = []
  const hasPassed = (name: string) => outcomes.some((outcome) => outcome.name === name && outcome.hasPassed)
  const hasFailed = (name: string) => outcomes.some((outcome) => outcome.name === name && !outcome.hasPassed)
  for (const group of groupsOf(steps)) {
    const isPointless = steps.some(({ name, isRequired }) => isRequired && hasFailed(name))
    const runnable = isStopped || isPointless ? [] : group.filter(({ needs = [] }) => needs.every(hasPassed))
    if (runnable.length === 0) continue
    console.log(styleText('bold', `\n▸ ${runnable.map(({ name }) => name).join(', ')}`))
    outcomes.push(...(await Promise.all(runnable.map((step) => runStep(cwd, step)))))
  }
  return outcomes
}

/** Formats the last line of the run. A failed step without a failed test counts as one failure. */
export function closingLine(outcomes: readonly StepOutcome[], hasFailed: boolean): string {
  const sum = (kind: keyof TestCounts) => outcomes.reduce((total, { counts }) => total + counts[kind], 0)
  return `${sum('passed')} passed, ${hasFailed ? Math.max(sum('failed'), 1) : sum('failed')} failed`
}

/** Formats one row per step (mark, name, seconds, counts) and the total time below them. */
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
