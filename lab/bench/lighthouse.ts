/**
 * Runs Lighthouse with its desktop preset on the pages of the built portal. Prints the median of the runs and the
 * audits that failed in any run. Each run is a first visit in a new browser. `--runs N` sets their number (5),
 * `--report FILE` writes JSON. Never fails.
 */
import { execFile } from 'node:child_process'
import { parseArgs, promisify } from 'node:util'
import { chromium } from '@playwright/test'
import type { Database } from '../../apps/api/src/db/database.ts'
import { chromiumArguments, ensureChromium } from '../../tools/chromium.ts'
import { median } from './median.ts'
import { makePeople } from './people.ts'
import { writeReport } from './report.ts'
import { sessionCookies } from './session-cookies.ts'
import { withPortal } from './with-portal.ts'

/** Downloaded on demand, because it is larger than all other dependencies together. */
const lighthouse = 'lighthouse@13.5.0'
const longestReport = 64 * 1024 * 1024
const portOffset = 15_000
const debuggingPort = 9_222 + portOffset
const categories = ['performance', 'accessibility', 'best-practices'] as const

const { values: options } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, report: { type: 'string' } },
})
const run = promisify(execFile)
const runs = Math.max(1, Number.parseInt(options.runs, 10) || 5)

interface PageToMeasure {
  name: string
  path: string
  session?: string
}

interface Shortfall {
  audit: string
  title: string
  /** The lowest score of the runs, from 0 to 1. */
  score: number
  /** The number of runs in which the audit failed. */
  runs: number
  /** The elements, files or messages that the worst run names. */
  details: unknown
}

interface Audit {
  id: string
  title: string
  /** From 0 to 1. Null if the audit doesn't apply. */
  score: number | null
  scoreDisplayMode: string
  numericValue?: number
  details?: unknown
}

/** The fields of Lighthouse's report that are used here. */
interface Findings {
  finalDisplayedUrl?: string
  runtimeError?: { message: string }
  categories: Partial<Record<string, { score: number | null; auditRefs: { id: string }[] }>>
  audits: Partial<Record<string, Audit>>
}

/** Lighthouse sometimes records a trace without a start and asks to be run again. */
const tries = 3

async function auditOnce(url: string, session?: string): Promise<Findings> {
  for (let left = tries - 1; ; left--) {
    try {
      return await audit(url, session)
    } catch (error) {
      if (left === 0) throw new Error(`Lighthouse failed on ${url}.`, { cause: error })
    }
  }
}

async function audit(url: string, session?: string): Promise<Findings> {
  // Lighthouse opens its tab in the default context, which requires a persistent context in Playwright.
  const context = await chromium.launchPersistentContext('', {
    executablePath: ensureChromium(),
    args: [...chromiumArguments, `--remote-debugging-port=${debuggingPort}`],
    viewport: null,
  })
  try {
    if (session) await context.addCookies(sessionCookies(session))
    const flags = [
      '--preset=desktop',
      `--only-categories=${categories.join(',')}`,
      `--port=${debuggingPort}`,
      '--disable-storage-reset',
      '--no-enable-error-reporting',
      '--output=json',
      '--quiet',
    ]
    const { stdout } = await run('npx', ['--yes', lighthouse, url, ...flags], { maxBuffer: longestReport })
    return JSON.parse(stdout) as Findings
  } finally {
    await context.close()
  }
}

function fellShort(findings: Findings): Audit[] {
  const ids = categories.flatMap((name) => findings.categories[name]?.auditRefs.map(({ id }) => id) ?? [])
  return [...new Set(ids)].flatMap((id) => {
    const audit = findings.audits[id]
    if (!audit) return []
    const isShort = audit.scoreDisplayMode === 'error' || (audit.score !== null && audit.score < 1)
    return isShort ? [audit] : []
  })
}

function shortfalls(all: Findings[]): Shortfall[] {
  const byAudit = Map.groupBy(all.flatMap(fellShort), ({ id }) => id)
  return [...byAudit].map(([audit, found]) => {
    const [worst] = found.toSorted((a, b) => (a.score ?? 0) - (b.score ?? 0))
    const { title = '', score, details } = worst ?? {}
    return { audit, title, score: score ?? 0, runs: found.length, details }
  })
}

async function measure(portal: string, { name, path, session }: PageToMeasure) {
  const all: Findings[] = []
  for (let made = 0; made < runs; made++) all.push(await auditOnce(portal + path, session))
  const score = (category: (typeof categories)[number]) =>
    Math.round(median(all.map((findings) => findings.categories[category]?.score ?? 0)) * 100)
  const figure = (audit: string) => median(all.map((findings) => findings.audits[audit]?.numericValue ?? 0))
  const row = {
    page: name,
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best practices': score('best-practices'),
    CLS: Math.round(figure('cumulative-layout-shift') * 1_000) / 1_000,
    'LCP, ms': Math.round(figure('largest-contentful-paint')),
    'blocked, ms': Math.round(figure('total-blocking-time')),
  }
  // A redirect or a Lighthouse error means that the figures belong to another page.
  const remarks = all.flatMap(({ finalDisplayedUrl, runtimeError }) => [
    ...(runtimeError ? [runtimeError.message] : []),
    ...(finalDisplayedUrl && new URL(finalDisplayedUrl).pathname !== path
      ? [`led to ${finalDisplayedUrl}`]
      : []),
  ])
  return { row, remarks: [...new Set(remarks)], shortfalls: shortfalls(all) }
}

async function makeTargets(database: Database): Promise<PageToMeasure[]> {
  const { ownerSession: session, staffSession, workspaceId } = await makePeople(database)
  return [
    { name: 'legal', path: '/legal' },
    { name: 'workspaces, 50', path: '/workspaces', session },
    { name: 'profile', path: '/profile', session },
    { name: 'billing', path: '/billing', session },
    { name: 'workspace', path: `/workspace/${workspaceId}`, session },
    { name: 'tokens', path: `/workspace/${workspaceId}/tokens`, session },
    { name: 'admin', path: '/workspace-admin', session: staffSession },
  ]
}

const measured: Awaited<ReturnType<typeof measure>>[] = []
await withPortal(portOffset, async (portal, database) => {
  for (const target of await makeTargets(database)) {
    const page = await measure(portal, target)
    // Print each page immediately, because all of them take minutes.
    console.log(page.row)
    measured.push(page)
  }
})

console.table(measured.map(({ row }) => row))
console.log('Targets: performance at least 95, accessibility 100.')
for (const { row, remarks, shortfalls } of measured) {
  console.log(`\n${row.page}`)
  for (const remark of remarks) console.log(`  ${remark}`)
  for (const { audit, score, runs: inRuns } of shortfalls)
    console.log(`  ${audit}: ${score}, in ${inRuns} of ${runs}`)
}
writeReport(options.report, { runs, measured })
