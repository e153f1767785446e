/** Evaluates deploy/prometheus-rules.yaml with `promtool` over samples that were scraped before and during a fault. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { stringify } from 'yaml'
import { installPackages } from '../databases/programs.ts'
import type { Seen } from '../fault.ts'
import type { Samples } from './scrape.ts'

const rules = resolve(import.meta.dirname, '../../../deploy/prometheus-rules.yaml')
const stepSeconds = 15
/** Longer than the range of each rule, so that no rule counts what happened before the fault. */
const calmSteps = 250
/** Longer than the `for` and the range of each rule whose fault continues. */
const faultSteps = 100
const windowSteps = calmSteps + faultSteps

/** How a series continues after the fault has begun. */
export type Course = 'holds its value' | 'rises at the same rate' | 'disappears'

export interface Observation {
  alert: string
  before: Samples
  during: Samples
  /** The time between the two scrapes. */
  seconds: number
  course: Course
}

/** The values of a series in promtool's notation, with one sample every 15 seconds. */
function valuesOf(series: string, { before, during, seconds, course }: Observation): string {
  const calm = before.get(series)
  const value = during.get(series) ?? 0
  // A counter with labels doesn't exist before its first increment.
  const start = calm === undefined ? `_x${calmSteps}` : `${calm}x${calmSteps}`
  if (course === 'disappears') return `${start} _x${faultSteps}`
  if (course === 'holds its value') return `${start} ${value}x${faultSteps}`
  const rise = ((value - (calm ?? 0)) / seconds) * stepSeconds
  return `${start} ${calm ?? 0}+${rise.toFixed(3)}x${faultSteps}`
}

/** The labels that each real scrape adds. A rule that used these names for labels of the API would not fire. */
const targetLabels = 'instance="api-1",job="portal-api"'

const withTarget = (series: string) =>
  series.includes('{') ? series.replace('{', `{${targetLabels},`) : `${series}{${targetLabels}}`

const secondsOf = (steps: number) => `${steps * stepSeconds}s`

export function findPromtool(): void {
  if (spawnSync('promtool', ['--version']).status !== 0) installPackages('prometheus')
}

/** Checks that the alert doesn't fire before the fault and fires during it. */
export function evaluate(observation: Observation, folder: string): Seen {
  const { alert, before, during } = observation
  const firing = `count(ALERTS{alertname="${alert}", alertstate="firing"})`
  const test = {
    rule_files: [rules],
    evaluation_interval: secondsOf(1),
    tests: [
      {
        interval: secondsOf(1),
        input_series: [...new Set([...before.keys(), ...during.keys()])].map((series) => ({
          series: withTarget(series),
          values: valuesOf(series, observation),
        })),
        promql_expr_test: [
          { expr: firing, eval_time: secondsOf(calmSteps - 1), exp_samples: [] },
          {
            expr: `${firing} > bool 0`,
            eval_time: secondsOf(windowSteps - 1),
            exp_samples: [{ labels: '{}', value: 1 }],
          },
        ],
      },
    ],
  }
  const file = join(folder, `${alert}.yaml`)
  writeFileSync(file, stringify(test))
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
  if (status === 0) return { text: 'silent before the fault, fired during it', isAsExpected: true }
  return { text: `promtool: ${`${stdout}${stderr}`.trim().replaceAll(/\s+/g, ' ')}`, isAsExpected: false }
}
