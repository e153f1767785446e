/** deploy/prometheus-rules.yaml names metrics and sections that exist. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import type { JobName } from '../jobs/jobs.ts'
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

/** The labels of a scrape after each kind of event, without those of Node's own metrics. */
async function readLabels(): Promise<Set<string>> {
  const metrics = new Metrics()
  const counts = { ready: 0, later: 0, active: 0, failed: 0 }
  const depth = async () => [{ name: 'mail.send', counts, parked: 0, waitingSeconds: 0 }]
  metrics.watchQueue({ depth, silentSeconds: () => 0 })
  metrics.watchPool(() => ({ total: 1, idle: 0, waiting: 0 }))
  const app = fastify()
  metrics.countRequests(app)
  await app.inject('/')
  metrics.countShed('event-loop')
  metrics.countTaskFailure('task')
  await metrics.observeJob('mail.send', async () => {})
  await metrics.observeCall({ gateway: 'mail', method: 'send' }, async () => {})
  const own = (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith('api_'))
  return new Set(own.flatMap((line) => [...line.matchAll(/[{,](\w+)="/g)].map(([, name = '']) => name)))
}

/** What Prometheus adds to each series of a target. It renames the API's own labels of these names. */
const targetLabels = ['job', 'instance']

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

  it('has a fault in lab/faults/alerts.test.yaml for each alert', () => {
    const faults = read('lab/faults/alerts.test.yaml')
    const untested = allOf(/- alert: (\w+)/g).filter((name) => !faults.includes(`alertname="${name}"`))
    expect(untested).toEqual([])
  })

  it('names only metrics that the API and the blackbox exporter have', async () => {
    const known = [...(await readMetrics()).map(({ name }) => name), 'probe_success']
    const metric = /\bapi_\w+?(?=_count\b|\b)|\bprobe_\w+/g
    const named = allOf(/expr: (.+)/g).flatMap((expr) => expr.match(metric) ?? ['none'])
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

  it('uses only labels that a scrape has, and no scraped label has the name of a target label', async () => {
    const labels = await readLabels()
    const used = [
      ...allOf(/\$labels\.(\w+)/g),
      ...allOf(/\b(?:by|on) \((\w+)\)/g),
      ...allOf(/[{,](\w+)(?:=~|!=|=)"/g),
    ]
    expect(labels).toEqual(
      new Set(['call', 'gateway', 'le', 'method', 'outcome', 'queue', 'reason', 'state', 'status', 'task']),
    )
    expect(used.length).toBeGreaterThan(20)
    expect(used.filter((name) => !labels.has(name) && !targetLabels.includes(name))).toEqual([])
    expect(targetLabels.filter((name) => labels.has(name))).toEqual([])
  })

  it('waits an hour only for the jobs that a schedule queues for each of many accounts', () => {
    const patient: JobName[] = ['billing.end-closed', 'billing.reconcile-account', 'billing.suspend-unpaid']
    const others = allOf(/api_jobs_oldest_seconds\{queue!~"([^"]+)"\}\) > 60 /g)
    const waiting = allOf(/api_jobs_oldest_seconds\{queue=~"([^"]+)"\}\) > 3600$/gm)
    expect([others, waiting]).toEqual([[patient.join('|')], [patient.join('|')]])
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
