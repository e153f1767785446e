/**
 * Measures the pages of the built portal in Chromium: the size of JavaScript and CSS (brotli bodies without headers)
 * requested until the page is usable, other requests before the first paint, and both times. Then measures a second visit
 * with the browser's cache. Compares the list of 50 workspaces with a bare React page that fetches the same data. Never fails.
 */
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import type { Database } from '../../apps/api/src/db/database.ts'
import { makeSession, makeUser, makeWorkspace } from '../../apps/api/src/testing/factories.ts'
import { buildPortalWhenStale } from '../../tools/build-portal.ts'
import { chromiumArguments, ensureChromium } from '../../tools/chromium.ts'
import { defaultPorts } from '../../tools/processes/ports.ts'
import { buildBarePage, removeBarePage } from './bare-page/build-bare-page.ts'
import { median } from './median.ts'
import { makePeople } from './people.ts'
import { writeReport } from './report.ts'
import { sessionCookies } from './session-cookies.ts'
import { withPortal } from './with-portal.ts'

const { values: options } = parseArgs({ options: { report: { type: 'string' } } })
const portOffset = 13_000
const repeats = 5
const manyWorkspaces = 5_000
const bareName = 'bare React page, 50'
const comparedName = 'workspaces, 50'
const ratioAim = 1.5

interface PageToMeasure {
  name: string
  path: string
  /** A selector and text that are visible as soon as the page is usable. */
  usable: { selector: string; text: string }
  session?: string
  /** The target in KB. */
  aim?: number
}

/**
 * Records in the page when the awaited element appears, in milliseconds. A check from outside would be too late to
 * separate the requests before it from those after it.
 */
function noteWhenUsable({ selector, text }: PageToMeasure['usable']) {
  const look = () => {
    const isThere = [...document.querySelectorAll(selector)].some(
      (element) =>
        element.checkVisibility() &&
        `${element.getAttribute('aria-label') ?? ''} ${element.textContent}`.includes(text),
    )
    if (isThere) performance.mark('usable')
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Runs in the page. Returns every script and stylesheet from the performance entries. */
function readWeight() {
  const usableMs = performance.getEntriesByName('usable')[0]?.startTime ?? 0
  const firstPaintMs = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const fetched = resources.map(({ name, startTime, encodedBodySize }) => ({
    path: new URL(name).pathname,
    startTime,
    encodedBodySize,
  }))
  const scripts = fetched.filter(({ path, startTime }) => /\.(?:js|css)$/.test(path) && startTime < usableMs)
  return {
    usableMs,
    firstPaintMs,
    files: scripts.length,
    scriptsKb: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1_000,
    /** Transferred bytes, without cached files. Responses of the API report no size. */
    transferredKb: [...performance.getEntriesByType('navigation'), ...resources].reduce(
      (sum, entry) => sum + (entry as PerformanceResourceTiming).transferSize / 1_000,
      0,
    ),
    beforePaint: fetched.filter(({ startTime }) => startTime < firstPaintMs).map(({ path }) => path),
  }
}

type Weighed = ReturnType<typeof readWeight>

async function openAndWeigh(
  context: BrowserContext,
  portal: string,
  { path, usable }: PageToMeasure,
  visit: 'first' | 'later',
): Promise<Weighed> {
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.setCacheDisabled', { cacheDisabled: visit === 'first' })
  // The sign-in page redirects immediately, so the redirect isn't followed. A Playwright route would turn the cache off.
  network.on('Fetch.requestPaused', ({ requestId }) => {
    void network.send('Fetch.fulfillRequest', { requestId, responseCode: 204 })
  })
  await network.send('Fetch.enable', { patterns: [{ urlPattern: '*/auth/login*' }] })
  await page.addInitScript(noteWhenUsable, usable)
  await page.goto(portal + path, { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0)
  const weighed = await page.evaluate(readWeight)
  await page.close()
  return weighed
}

async function measure(browser: Browser, portal: string, target: PageToMeasure) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  if (target.session) await context.addCookies(sessionCookies(target.session))
  const weighed: Weighed[] = []
  for (let repeat = 0; repeat < repeats; repeat++)
    weighed.push(await openAndWeigh(context, portal, target, 'first'))
  const again: Weighed[] = []
  // An additional first visit with an empty cache.
  for (let repeat = 0; repeat <= repeats; repeat++)
    again.push(await openAndWeigh(context, portal, target, 'later'))
  again.shift()
  await context.close()
  const others = weighed[0]?.beforePaint.filter((path) => !/\.(?:js|css|woff2)$/.test(path)) ?? []
  return {
    page: target.name,
    files: median(weighed.map(({ files }) => files)),
    'JS and CSS, KB': Math.round(median(weighed.map(({ scriptsKb }) => scriptsKb))),
    'aim, KB': target.aim ?? '',
    'first paint, ms': Math.round(median(weighed.map(({ firstPaintMs }) => firstPaintMs))),
    'usable, ms': Math.round(median(weighed.map(({ usableMs }) => usableMs))),
    'again: KB': Math.round(median(again.map(({ transferredKb }) => transferredKb))),
    'again: first paint, ms': Math.round(median(again.map(({ firstPaintMs }) => firstPaintMs))),
    'again: usable, ms': Math.round(median(again.map(({ usableMs }) => usableMs))),
    'also fetched before first paint': others.join(' '),
  }
}

async function makeTargets(database: Database, apiUrl: string): Promise<PageToMeasure[]> {
  const { ownerSession: session, staffSession, workspaceId } = await makePeople(database)
  const busy = await makeUser(database)
  for (let made = 0; made < manyWorkspaces; made++) await makeWorkspace(database, busy)
  const { token: busySession } = await makeSession(database, busy)
  const workspaces = { path: '/workspaces', usable: { selector: 'li a', text: 'Workspace ' }, aim: 230 }
  return [
    { name: 'login', path: '/login', usable: { selector: 'a', text: 'Click here' }, aim: 115 },
    { name: 'legal', path: '/legal', usable: { selector: 'h1[data-page-heading]', text: '' } },
    { ...workspaces, name: bareName, path: `/bare/index.html?api=${apiUrl}`, aim: undefined, session },
    { ...workspaces, name: comparedName, session },
    { ...workspaces, name: 'workspaces, 5,000', session: busySession },
    {
      name: 'tokens',
      path: `/workspace/${workspaceId}/tokens`,
      usable: { selector: 'label', text: 'Token Name' },
      session,
    },
    {
      name: 'admin',
      path: '/workspace-admin',
      usable: { selector: 'h2, h3', text: 'Who owns this workspace' },
      session: staffSession,
    },
  ]
}

type Row = Awaited<ReturnType<typeof measure>>

/** Returns how many times longer the portal's page takes than the bare page, for each visit. */
function compareWithBarePage(rows: readonly Row[]) {
  const bare = rows.find(({ page }) => page === bareName)
  const portal = rows.find(({ page }) => page === comparedName)
  if (!bare || !portal) throw new Error('The compared pages were not measured.')
  const ratio = (column: 'usable, ms' | 'again: usable, ms') =>
    Number((portal[column] / bare[column]).toFixed(2))
  return { 'first visit': ratio('usable, ms'), 'second visit': ratio('again: usable, ms'), aim: ratioAim }
}

const rows: Row[] = []
// A later build of the portal would remove the bare page from its folder.
await buildPortalWhenStale({ onLine: console.log })
await buildBarePage()
try {
  await withPortal(portOffset, async (portal, database) => {
    const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArguments })
    try {
      const apiUrl = `http://localhost:${defaultPorts(portOffset).API_PORT}`
      for (const target of await makeTargets(database, apiUrl))
        rows.push(await measure(browser, portal, target))
    } finally {
      await browser.close()
    }
  })
} finally {
  removeBarePage()
}
const ratios = compareWithBarePage(rows)
console.table(rows)
console.log('Usable, as a multiple of the bare page:')
console.table(ratios)
writeReport(options.report, { rows, ratios })
