/**
 * What the portal's pages weigh and when they are there, in Chromium over the built portal: JavaScript and CSS as they
 * travel (brotli) until the page can be used, what else was fetched before the first paint, and the times of both. It
 * reports; it never fails.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from '@playwright/test'
import { type Database, openDatabase } from '../../apps/api/src/db/client.ts'
import { makeSession, makeUser, makeWorkspace } from '../../apps/api/src/testing/factories.ts'
import { startTestPostgres } from '../../apps/api/src/testing/test-postgres.ts'
import { chromiumArguments, ensureChromium } from '../chromium.ts'
import { defaultPorts } from '../local-run/ports.ts'
import { startEverything } from './start-everything.ts'

const portOffset = 13_000
const ports = defaultPorts(portOffset)
const portal = `http://localhost:${ports.PORTAL_PORT}`
const repeats = 5

interface PageToMeasure {
  name: string
  path: string
  /** On screen as soon as the page can be used. */
  usable: (page: Page) => Locator
  session?: string
  /** Aimed at, in KB. */
  aim?: number
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

interface Weighed {
  scriptsKb: number
  firstPaintMs: number
  usableMs: number
  beforePaint: string[]
}

async function openAndWeigh(context: BrowserContext, { path, usable }: PageToMeasure): Promise<Weighed> {
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.setCacheDisabled', { cacheDisabled: true })
  const addresses = new Map<string, string>()
  let scriptBytes = 0
  network.on('Network.responseReceived', ({ requestId, response }) => addresses.set(requestId, response.url))
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (/\.(?:js|css)$/.test(addresses.get(requestId) ?? '')) scriptBytes += encodedDataLength
  })
  // The sign-in page leads away at once: it is measured, not followed.
  await page.route('**/auth/login*', (route) => route.fulfill({ status: 204 }))
  const askedAt = performance.now()
  await page.goto(portal + path, { waitUntil: 'commit' })
  await usable(page).first().waitFor()
  const usableMs = performance.now() - askedAt
  const scriptsKb = scriptBytes / 1_000
  const seen = await page.evaluate(() => {
    const firstPaintMs = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
    const fetched = performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime < firstPaintMs)
      .map(({ name }) => new URL(name).pathname)
    return { firstPaintMs, fetched }
  })
  await page.close()
  return { scriptsKb, usableMs, firstPaintMs: seen.firstPaintMs, beforePaint: seen.fetched }
}

async function measure(browser: Browser, target: PageToMeasure) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  if (target.session)
    await context.addCookies([
      { name: 'portal_session', value: target.session, domain: 'localhost', path: '/' },
    ])
  const weighed: Weighed[] = []
  for (let repeat = 0; repeat < repeats; repeat++) weighed.push(await openAndWeigh(context, target))
  await context.close()
  const others = weighed[0]?.beforePaint.filter((path) => !/\.(?:js|css|woff2)$/.test(path)) ?? []
  return {
    page: target.name,
    'JS and CSS, KB': Math.round(median(weighed.map(({ scriptsKb }) => scriptsKb))),
    'aim, KB': target.aim ?? '',
    'first paint, ms': Math.round(median(weighed.map(({ firstPaintMs }) => firstPaintMs))),
    'usable, ms': Math.round(median(weighed.map(({ usableMs }) => usableMs))),
    'also fetched before first paint': others.join(' '),
  }
}

async function makeTargets(database: Database): Promise<PageToMeasure[]> {
  const owner = await makeUser(database)
  for (let made = 1; made < 50; made++) await makeWorkspace(database, owner)
  const workspace = await makeWorkspace(database, owner)
  const { token: session } = await makeSession(database, owner)
  const { token: staffSession } = await makeSession(
    database,
    await makeUser(database, { email: 'bench@systeminit.com' }),
  )
  return [
    { name: 'login', path: '/login', usable: (page) => page.getByRole('link', { name: /here/i }), aim: 115 },
    { name: 'legal', path: '/legal', usable: (page) => page.getByRole('heading', { level: 1 }) },
    {
      name: 'workspaces, 50',
      path: '/workspaces',
      usable: (page) => page.getByRole('link', { name: /^Workspace / }),
      session,
      aim: 190,
    },
    {
      name: 'tokens',
      path: `/workspace/${workspace.id}/tokens`,
      usable: (page) => page.getByLabel(/^Token Name/),
      session,
    },
    {
      name: 'admin',
      path: '/workspace-admin',
      usable: (page) => page.getByRole('heading', { name: /Who owns this workspace/ }),
      session: staffSession,
    },
  ]
}

const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'))
const postgres = await startTestPostgres()
const databaseUrl = `${postgres.url}postgres`
const stop = await startEverything(databaseUrl, portOffset)
const database = await openDatabase({ databaseUrl, dataDir, statementLimitMs: 0 })
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArguments })
const rows: Awaited<ReturnType<typeof measure>>[] = []
try {
  for (const target of await makeTargets(database)) rows.push(await measure(browser, target))
} finally {
  await browser.close()
  await database.close()
  await stop()
  await postgres.remove()
  rmSync(dataDir, { recursive: true, force: true })
}
console.table(rows)
