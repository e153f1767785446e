/**
 * Compares the workspaces page with 50 and with 5,000 workspaces in one run: time to the first cards, cost of
 * scrolling, and cost of a key in the search box. Never fails.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { openDatabase } from '../../apps/api/src/db/open-database.ts'
import { makeSession, makeUser, makeWorkspace } from '../../apps/api/src/testing/factories.ts'
import { startTestPostgres } from '../../apps/api/src/testing/test-postgres.ts'
import { chromiumArguments, ensureChromium } from '../../tools/chromium.ts'
import { defaultPorts } from '../../tools/processes/ports.ts'
import { median } from './median.ts'
import { writeReport } from './report.ts'
import { sessionCookies } from './session-cookies.ts'
import { startEverything } from './start-everything.ts'

const { values: options } = parseArgs({ options: { report: { type: 'string' } } })
const portOffset = 12_000
const portal = `http://localhost:${defaultPorts(portOffset).PORTAL_PORT}`
const counts = [50, 5_000]
const repeats = 5

interface Row {
  workspaces: number
  firstCardMs: number
  longestTaskWhileScrollingMs: number
  perKeyMs: number
}

/** Measures the time from the request to the first card on screen. */
async function firstCard(page: Page): Promise<number> {
  const startedAt = performance.now()
  await page.goto(`${portal}/workspaces`)
  await page
    .getByRole('link', { name: /^Workspace / })
    .first()
    .waitFor()
  return performance.now() - startedAt
}

/** Measures the longest task of the main thread while the page scrolls to its end and back. */
function longestTaskWhileScrolling(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let longest = 0
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration)
    })
    observer.observe({ type: 'longtask' })
    for (let step = 0; step < 60; step++) {
      window.scrollBy(0, step < 30 ? 800 : -800)
      await new Promise((done) => requestAnimationFrame(done))
    }
    await new Promise((done) => setTimeout(done, 200))
    observer.disconnect()
    return longest
  })
}

/** Runs in the page. Measures the time from the next input to the frame after the list changed, at most 2 s. */
function watchOneKey(): { shownAfterMs: Promise<number> } {
  const shownAfterMs = new Promise<number>((done) => {
    const onInput = () => {
      const typedAt = performance.now()
      const watcher = new MutationObserver(() => {
        watcher.disconnect()
        requestAnimationFrame(() => done(performance.now() - typedAt))
      })
      const list = document.querySelector('main') ?? document.body
      watcher.observe(list, { subtree: true, childList: true, characterData: true })
      setTimeout(() => done(performance.now() - typedAt), 2_000)
    }
    window.addEventListener('input', onInput, { once: true, capture: true })
  })
  return { shownAfterMs }
}

/** Measures the time from a key to the frame with its result, without the search box's delay of 50 ms. */
async function perKey(page: Page): Promise<number> {
  const box = page.getByPlaceholder('Search workspaces...')
  const times: number[] = []
  for (const key of '4321') {
    await box.focus()
    // The observer must be installed before the key is pressed.
    const watch = await page.evaluateHandle(watchOneKey)
    await page.keyboard.press(key)
    times.push(Math.max(0, (await watch.evaluate(({ shownAfterMs }) => shownAfterMs)) - 50))
  }
  return median(times)
}

async function measure(browser: Browser, workspaces: number, session: string): Promise<Row> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.addCookies(sessionCookies(session))
  const page = await context.newPage()
  const firsts: number[] = []
  for (let repeat = 0; repeat < repeats; repeat++) firsts.push(await firstCard(page))
  const longestTaskWhileScrollingMs = await longestTaskWhileScrolling(page)
  const perKeyMs = await perKey(page)
  await context.close()
  return { workspaces, firstCardMs: median(firsts), longestTaskWhileScrollingMs, perKeyMs }
}

const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'))
const postgres = await startTestPostgres()
const databaseUrl = `${postgres.url}postgres`
const stop = await startEverything(databaseUrl, portOffset)
const database = await openDatabase({ databaseUrl, dataDir, statementLimitMs: 0 })
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArguments })
const rows: Row[] = []
try {
  for (const count of counts) {
    const owner = await makeUser(database)
    for (let made = 0; made < count; made++) await makeWorkspace(database, owner)
    const { token } = await makeSession(database, owner)
    rows.push(await measure(browser, count, token))
  }
} finally {
  await browser.close()
  await database.close()
  await stop()
  await postgres.remove()
  rmSync(dataDir, { recursive: true, force: true })
}
const round = (value: number) => Math.round(value * 10) / 10
console.table(
  rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, round(value)]))),
)
writeReport(options.report, { rows })
const [few, many] = rows
if (few && many) {
  console.log(
    `The first card with ${many.workspaces}: ${round(many.firstCardMs - few.firstCardMs)} ms later (aim: at most 500).`,
  )
  console.log(
    `Longest task while scrolling: ${round(many.longestTaskWhileScrollingMs)} ms (aim: at most 100).`,
  )
  console.log(`Search, per key: ${round(many.perKeyMs)} ms (aim: under 50).`)
}
