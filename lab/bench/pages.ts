/**
 * Measures the built portal in Chromium, for a user with 50 and one with 5,000 workspaces: the Web Vitals of each page, with rounds of
 * clicks and keys, and then what Lighthouse says of each page. `--rounds N` sets the number of rounds (20), `--runs N` the runs of
 * Lighthouse (5, 0 for none). Never fails.
 */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseArgs, promisify } from 'node:util'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { ulid } from 'ulid'
import type * as WebVitals from 'web-vitals'
import type { Database } from '../../apps/api/src/db/database.ts'
import { authTokens } from '../../apps/api/src/features/tokens/token-table.ts'
import { addMember, makeUser, makeWorkspace } from '../../apps/api/src/testing/factories.ts'
import { chromiumArguments, ensureChromium } from '../../tools/chromium.ts'
import { defaultPorts } from '../../tools/processes/ports.ts'
import { makePerson, sessionCookies } from '../callers.ts'
import { startLab } from '../processes.ts'
import { median, round } from './load.ts'
import { startEverything } from './start-everything.ts'

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, runs: { type: 'string', default: '5' } },
})
const rounds = Number(options.rounds)
const runs = Number(options.runs)
const workspaceCounts = [50, 5_000]
const memberCount = 500
/** A workspace has at most 1,000 active tokens, and each round creates one. */
const tokenCount = 1_000 - rounds
const dayMs = 86_400_000
const portOffset = 14_000
const portal = `http://localhost:${defaultPorts(portOffset).PORTAL_PORT}`
const debuggingPort = 9_222 + portOffset
/** Downloaded on demand, because it is larger than all other dependencies together. */
const lighthouse = 'lighthouse@13.5.0'
const categories = ['performance', 'accessibility', 'best-practices'] as const

interface PageToMeasure {
  name: string
  path: string
  session?: string | undefined
  /** A round of clicks and keys. */
  use?: (page: Page, round: number) => Promise<void>
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const changeTheme = (page: Page) => button(page, /^Use the (dark|light) theme$/).click()

/** Types a text into a field and deletes it. */
async function typeInto(page: Page, labelOrPlaceholder: string, text: string): Promise<void> {
  await page.getByLabel(labelOrPlaceholder).or(page.getByPlaceholder(labelOrPlaceholder)).first().focus()
  for (const key of text) await page.keyboard.press(key)
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
}

async function useWorkspaces(page: Page): Promise<void> {
  await typeInto(page, 'Search workspaces...', '4321')
  await button(page, /Favourite/).click()
  await button(page, /^Settings of /).click()
  await page.getByRole('menuitem').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await palette.waitFor()
  for (const key of ['p', 'e', 'r', 's', 'o', 'n', 'Escape', 'Escape']) await page.keyboard.press(key)
  await palette.waitFor({ state: 'hidden' })
  await changeTheme(page)
}

async function useMembers(page: Page): Promise<void> {
  await typeInto(page, 'Search members...', '321')
  const email = `invitee-${ulid()}@example.com`.toLowerCase()
  await page.getByLabel('User Email to Grant Workspace Access').fill(email)
  await page.keyboard.press('Enter')
  await page.getByText(`we have notified ${email}`).waitFor()
  await page.getByRole('link', { name: 'API tokens' }).click()
  await page.getByLabel('Token Name').waitFor()
  await page.getByRole('link', { name: 'Members' }).click()
  await page.getByLabel('User Email to Grant Workspace Access').waitFor()
}

async function useTokens(page: Page, at: number): Promise<void> {
  await typeInto(page, 'Token Name', 'pipeline')
  await typeInto(page, 'Search tokens...', '321')
  await page.getByLabel('Token Name').fill(`Pipeline ${at}`)
  await page.getByLabel('Expiration', { exact: true }).fill('30d')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Copy token' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

type Vitals = Partial<Record<WebVitals.Metric['name'], number>>

/** The global variable of the library in the page. */
declare const webVitals: typeof WebVitals

/** Runs in the page after the library. */
function keepVitals() {
  const vitals: Vitals = {}
  const keep = ({ name, value }: WebVitals.Metric) => {
    vitals[name] = value
  }
  Object.assign(window, { vitals })
  webVitals.onLCP(keep, { reportAllChanges: true })
  webVitals.onCLS(keep, { reportAllChanges: true })
  webVitals.onINP(keep, { reportAllChanges: true, durationThreshold: 16 })
}

const library = readFileSync(new URL('web-vitals.iife.js', import.meta.resolve('web-vitals')), 'utf8')

async function measureVitals(context: BrowserContext, target: PageToMeasure) {
  if (target.session) await context.addCookies(sessionCookies(target.session))
  const page = await context.newPage()
  await page.addInitScript({ content: `${library};(${keepVitals})()` })
  await page.goto(portal + target.path, { waitUntil: 'networkidle' })
  for (let at = 0; target.use && at < rounds; at++) await target.use(page, at)
  // Entries are reported after the frame that shows the result.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200))))
  const { vitals, count } = await page.evaluate(() => ({
    vitals: (window as unknown as { vitals: Vitals }).vitals,
    count: (performance as Performance & { interactionCount: number }).interactionCount,
  }))
  await context.close()
  return {
    page: target.name,
    'LCP ms': round(vitals.LCP ?? Number.NaN, 0),
    CLS: round(vitals.CLS ?? 0, 3),
    interactions: count,
    // The library reports no interaction that is shorter than 16 ms.
    'INP ms': count === 0 ? '' : (vitals.INP ?? 'below 16'),
  }
}

/** Creates a user with this many workspaces, the newest with members and tokens. Returns the user's pages. */
async function makePages(database: Database, workspaceCount: number): Promise<PageToMeasure[]> {
  const { user, session } = await makePerson(database)
  for (let made = 1; made < workspaceCount; made++) await makeWorkspace(database, user)
  const workspace = await makeWorkspace(database, user, { displayName: 'A team' })
  for (let made = 1; made < memberCount; made++)
    await addMember(database, workspace, await makeUser(database))
  const createdAt = new Date()
  const row = { kind: 'api' as const, userId: user.id, workspaceId: workspace.id, createdAt }
  const expiresAt = new Date(createdAt.getTime() + 30 * dayMs)
  await database.orm
    .insert(authTokens)
    .values(
      Array.from({ length: tokenCount }, (_, at) => ({ ...row, id: ulid(), name: `Token ${at}`, expiresAt })),
    )
  const path = `/workspace/${workspace.id}`
  const pages: PageToMeasure[] = [
    { name: 'workspaces', path: '/workspaces', use: useWorkspaces },
    { name: 'workspace', path, use: changeTheme },
    { name: 'members', path: `${path}/members`, use: useMembers },
    { name: 'tokens', path: `${path}/tokens`, use: useTokens },
    { name: 'profile', path: '/profile', use: changeTheme },
    { name: 'billing', path: '/billing', use: changeTheme },
  ]
  return pages.map((page) => ({
    ...page,
    session,
    name: `${page.name}, ${workspaceCount.toLocaleString('en')}`,
  }))
}

/** The fields of Lighthouse's report that are used here. */
interface Findings {
  finalDisplayedUrl: string
  categories: Record<string, { score: number | null; auditRefs: { id: string }[] }>
  audits: Record<string, { score: number | null; numericValue?: number }>
}

/** Lighthouse sometimes records a trace without a start and asks to be run again. */
async function audit(target: PageToMeasure, tries = 3): Promise<Findings> {
  // Lighthouse opens its tab in the default context, which requires a persistent context in Playwright.
  const context = await chromium.launchPersistentContext('', {
    executablePath: ensureChromium(),
    args: [...chromiumArguments, `--remote-debugging-port=${debuggingPort}`],
    viewport: null,
  })
  try {
    if (target.session) await context.addCookies(sessionCookies(target.session))
    const flags = ['--preset=desktop', `--only-categories=${categories.join(',')}`, `--port=${debuggingPort}`]
    const more = ['--disable-storage-reset', '--no-enable-error-reporting', '--output=json', '--quiet']
    const words = ['--yes', lighthouse, portal + target.path, ...flags, ...more]
    const { stdout } = await promisify(execFile)('npx', words, { maxBuffer: 64 * 1024 * 1024 })
    const findings = JSON.parse(stdout) as Findings
    const { pathname } = new URL(findings.finalDisplayedUrl)
    if (pathname !== target.path) throw new Error(`${target.path} led to ${pathname}.`)
    return findings
  } catch (error) {
    if (tries === 1) throw error
    return await audit(target, tries - 1)
  } finally {
    await context.close()
  }
}

async function runLighthouse(target: PageToMeasure) {
  const all: Findings[] = []
  for (let made = 0; made < runs; made++) all.push(await audit(target))
  const score = (category: (typeof categories)[number]) =>
    round(median(all.map((findings) => (findings.categories[category]?.score ?? 0) * 100)), 0)
  // The insights of the performance category would be many.
  const failed = all.flatMap(({ categories: { performance: _, ...others }, audits }) =>
    Object.values(others)
      .flatMap(({ auditRefs }) => auditRefs.map(({ id }) => id))
      .filter((id) => (audits[id]?.score ?? 1) < 1),
  )
  return {
    page: target.name,
    ...Object.fromEntries(categories.map((category) => [category, score(category)])),
    'LCP ms': round(
      median(all.map(({ audits }) => audits['largest-contentful-paint']?.numericValue ?? 0)),
      0,
    ),
    failed: [...new Set(failed)].join(' '),
  }
}

const lab = await startLab()
const stop = await startEverything(lab.databaseUrl, portOffset)
try {
  const database = await lab.open()
  const staff = await makePerson(database, { email: 'bench@systeminit.com' })
  const [few = [], many = []] = await Promise.all(workspaceCounts.map((count) => makePages(database, count)))
  const others: PageToMeasure[] = [
    { name: 'legal', path: '/legal', use: changeTheme },
    { name: 'admin', path: '/workspace-admin', session: staff.session, use: changeTheme },
  ]
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArguments })
  const rows = []
  for (const target of [...others, ...few, ...many]) {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    rows.push(await measureVitals(context, target))
  }
  await browser.close()
  console.table(rows)
  if (runs > 0) {
    const findings = []
    for (const target of [...others, ...few]) findings.push(await runLighthouse(target))
    console.log(`Lighthouse, median of ${runs}. Floors: performance 95, accessibility 100.`)
    console.table(findings)
  }
} finally {
  await stop()
  await lab.remove()
}
