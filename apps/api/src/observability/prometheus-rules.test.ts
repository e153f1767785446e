/** deploy/prometheus-rules.yaml names metrics and sections that exist. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Metrics } from '../observability/metrics.ts'

const root = join(import.meta.dirname, '../../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const rules = read('deploy/prometheus-rules.yaml')
const allOf = (pattern: RegExp) => [...rules.matchAll(pattern)].map(([, found]) => found ?? '')

async function readMetrics() {
  const metrics = new Metrics()
  metrics.watchQueue({ depth: async () => [], silentSeconds: () => 0 })
  return metrics.registry.getMetricsAsJSON()
}

const slugOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')

describe('deploy/prometheus-rules.yaml', () => {
  it('has an expression, a summary and a runbook for each alert', () => {
    const alerts = allOf(/- alert: (\w+)/g)
    expect(alerts.length).toBeGreaterThan(5)
    expect(new Set(alerts).size).toBe(alerts.length)
    for (const key of [/^ {8}expr: (.+)$/gm, /^ {10}summary: (.+)$/gm, /^ {10}runbook: (.+)$/gm])
      expect(allOf(key)).toHaveLength(alerts.length)
  })

  it('names only metrics that the API has', async () => {
    const known = (await readMetrics()).map(({ name }) => name)
    const named = allOf(/expr: (.+)/g).flatMap((expr) => expr.match(/\bapi_\w+?(?=_count\b|\b)/g) ?? ['none'])
    expect(named.filter((name) => !known.includes(name))).toEqual([])
  })

  it('fires at the first increment of a counter, before which its series has no sample', async () => {
    const appearing = (await readMetrics()).filter(({ values }) => values.length === 0)
    const selectorOf = (name: string) => String.raw`${name}(?:_count)?(?:\{[^}]*\})?`
    const watched = appearing
      .map(({ name }) => selectorOf(name))
      .filter((selector) => new RegExp(String.raw`increase\(${selector}\[`).test(rules))
    expect(watched).toEqual(['api_job_duration_seconds', 'api_task_failures_total'].map(selectorOf))
    for (const selector of watched) expect(rules).toMatch(new RegExp(`${selector} unless ${selector} offset`))
  })

  it('names only sections that the documents have', () => {
    const missing = allOf(/runbook: (.+)/g).filter((runbook) => {
      const [path = '', anchor] = runbook.split('#')
      const headings = existsSync(join(root, path)) ? [...read(path).matchAll(/^#+ (.+)$/gm)] : []
      return !headings.some(([, heading]) => slugOf(heading ?? '') === anchor)
    })
    expect(missing).toEqual([])
  })
})
