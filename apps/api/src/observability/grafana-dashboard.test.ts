/** deploy/grafana-dashboard.json shows metrics that exist. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Metrics } from '../observability/metrics.ts'

interface Panel {
  title: string
  targets: { expr: string }[]
}

const path = join(import.meta.dirname, '../../../../deploy/grafana-dashboard.json')
const { panels } = JSON.parse(readFileSync(path, 'utf8')) as { panels: Panel[] }
const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))

async function metricNames(): Promise<string[]> {
  const metrics = new Metrics()
  metrics.watchQueue({ depth: async () => [], silentSeconds: () => 0 })
  metrics.watchPool(() => ({ total: 0, idle: 0, waiting: 0 }))
  return (await metrics.registry.getMetricsAsJSON()).map(({ name }) => name)
}

describe('deploy/grafana-dashboard.json', () => {
  it('gives each panel its own title and at least one expression', () => {
    const titles = panels.map(({ title }) => title)
    expect(new Set(titles).size).toBe(titles.length)
    for (const { targets } of panels) expect(targets.length).toBeGreaterThan(0)
  })

  it('shows every metric of the API, and none that does not exist', async () => {
    const known = await metricNames()
    const shown = expressions
      .flatMap((expr) => expr.match(/\b(?:api|nodejs|process)_\w+/g) ?? [])
      .map((name) => name.replace(/_(?:bucket|count)$/, ''))
    expect(shown.filter((name) => !known.includes(name))).toEqual([])
    expect(known.filter((name) => name.startsWith('api_') && !shown.includes(name))).toEqual([])
  })

  it('has balanced brackets in each expression', () => {
    for (const expr of expressions)
      for (const [open, close] of ['()', '{}', '[]'].map((pair) => pair.split('')))
        expect(expr.split(open ?? '').length, expr).toBe(expr.split(close ?? '').length)
  })
})
