/**
 * `npm run faults -- alerts` causes one fault for each alert of deploy/prometheus-rules.yaml, scrapes the API before and during
 * it, and evaluates the rules with `promtool`. The samples of the fault continue for as long as the rule waits. More words
 * select alerts by name.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../tools/processes/free-port.ts'
import { ApiProcess } from '../../long-runs/api-process.ts'
import { type Row, runExperiments, type Seen } from '../fault.ts'
import { startWorld, type World } from '../world.ts'
import { type AlertFault, alertFaults } from './alert-faults.ts'
import { evaluate, findPromtool } from './promtool.ts'
import { risen, type Samples, scrape } from './scrape.ts'

const pollMs = 500
const limitMs = 150_000

/** The world with an API process that answers scrapes. It handles all requests and jobs. */
interface ScrapedWorld extends World {
  metricsUrl: string
}

async function startScrapedWorld(): Promise<ScrapedWorld> {
  const world = await startWorld()
  await world.api.kill()
  const port = await freePort()
  const settings = { METRICS_PORT: String(port), DATABASE_POOL_SIZE: '4' }
  const api = await ApiProcess.start({ ...world.environment, ...settings })
  return {
    ...world,
    api,
    ask: (method, path, body, at = api) => world.ask(method, path, body, at),
    metricsUrl: `http://127.0.0.1:${port}/metrics`,
  }
}

function isSeen({ above, labels = '', course }: AlertFault, before: Samples, during: Samples): boolean {
  if (course === 'disappears') return during.size === 0
  return risen(before, during).some((series) => series.includes(labels) && (during.get(series) ?? 0) > above)
}

/** Waits until a series has risen above the value that the fault must reach, or until all have disappeared. */
async function scrapeFault(url: string, fault: AlertFault, before: Samples): Promise<Samples> {
  const deadline = Date.now() + limitMs
  for (;;) {
    const during = await scrape(url, fault.metric).catch((error: unknown): Samples => {
      if (fault.course !== 'disappears') throw error
      return new Map()
    })
    if (isSeen(fault, before, during)) return during
    if (Date.now() > deadline) throw new Error(`The fault did not change ${fault.metric}.`)
    await sleep(pollMs)
  }
}

async function observe(world: ScrapedWorld, fault: AlertFault): Promise<Seen> {
  const before = await scrape(world.metricsUrl, fault.metric)
  const began = performance.now()
  try {
    await fault.begin(world)
    const during = await scrapeFault(world.metricsUrl, fault, before)
    const seconds = (performance.now() - began) / 1_000
    const { alert, course } = fault
    const { text, isAsExpected } = evaluate({ alert, before, during, seconds, course }, world.dataDir)
    const samples = risen(before, during)
      .filter((series) => series.includes(fault.labels ?? ''))
      .map((series) => `${series} ${round(before.get(series))} → ${round(during.get(series))}`)
    const change = course === 'disappears' ? `${fault.metric} has disappeared` : samples.join(', ')
    return { text: `${change}; ${text}`, isAsExpected }
  } finally {
    await fault.end(world)
  }
}

const round = (value = 0) => Math.round(value * 10) / 10

export async function runAlerts(words: string): Promise<Row[]> {
  const chosen = alertFaults.filter(({ alert }) => alert.toLowerCase().includes(words))
  if (chosen.length === 0) return []
  findPromtool()
  const world = await startScrapedWorld()
  const experiments = chosen.map((fault) => ({
    ...fault,
    name: `${fault.alert}: ${fault.fault}`,
    expected: 'silent before the fault, fires during it',
  }))
  try {
    return await runExperiments(experiments, (fault) => observe(world, fault))
  } finally {
    await world.end()
  }
}
