/**
 * Measures in Chromium how long the built portal takes to show the next frame after a click or a key (Event Timing), per job,
 * and over all jobs, with 50 and with 5,000 workspaces. The workspace has 500 members and 1,000 tokens. Never fails.
 */
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { ulid } from 'ulid'
import type { Database } from '../../apps/api/src/db/database.ts'
import { authTokens } from '../../apps/api/src/features/tokens/token-table.ts'
import { addMember, makeSession, makeUser, makeWorkspace } from '../../apps/api/src/testing/factories.ts'
import { chromiumArguments, ensureChromium } from '../../tools/chromium.ts'
import { writeReport } from './report.ts'
import { sessionCookies } from './session-cookies.ts'
import { withPortal } from './with-portal.ts'

const { values: options } = parseArgs({ options: { report: { type: 'string' } } })
const portOffset = 14_000
const workspaceCounts = [50, 5_000]
const memberCount = 500
const rounds = 20
/** A workspace has at most 1,000 active tokens, and each round creates one. */
const tokenCount = 1_000 - rounds
const dayMs = 86_400_000
/** The browser reports no interaction that is shorter. */
const shortestMs = 16

interface Account {
  session: string
  workspaceId: string
}

interface Job {
  name: string
  /** Opens the page of the job. Its interactions don't count. */
  open: (page: Page, account: Account) => Promise<void>
  run: (page: Page, round: number) => Promise<void>
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

const openWorkspaces: Job['open'] = async (page) => {
  await page.goto('/workspaces')
  await button(page, /^Settings of /).waitFor()
}

const openSection =
  (section: string, label: string): Job['open'] =>
  async (page, { workspaceId }) => {
    await page.goto(`/workspace/${workspaceId}${section}`)
    await page.getByLabel(label).first().waitFor()
  }
const openMembers = openSection('/members', 'User Email to Grant Workspace Access')
const openTokens = openSection('/tokens', 'Token Name')

/** Types a word into a field and deletes it. */
async function typeInto(page: Page, placeholderOrLabel: string, text: string): Promise<void> {
  const field = page.getByLabel(placeholderOrLabel).or(page.getByPlaceholder(placeholderOrLabel)).first()
  await field.focus()
  for (const key of text) await page.keyboard.press(key)
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
}

const jobs: Job[] = [
  {
    name: 'search workspaces',
    open: openWorkspaces,
    run: (page) => typeInto(page, 'Search workspaces...', '4321'),
  },
  {
    name: 'star a workspace',
    open: openWorkspaces,
    run: (page) => button(page, /Favourite/).click(),
  },
  {
    name: 'open a card menu',
    open: openWorkspaces,
    async run(page) {
      await button(page, /^Settings of /).click()
      await page.getByRole('menuitem').first().waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'hidden' })
    },
  },
  {
    name: 'search with the palette',
    open: openWorkspaces,
    async run(page) {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog', { name: 'Command palette' }).waitFor()
      for (const key of 'person') await page.keyboard.press(key)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog', { name: 'Command palette' }).waitFor({ state: 'hidden' })
    },
  },
  {
    name: 'change the theme',
    open: openWorkspaces,
    run: (page) => button(page, /^Use the (dark|light) theme$/).click(),
  },
  {
    name: 'switch between sections',
    open: openMembers,
    async run(page) {
      await page.getByRole('link', { name: 'API tokens' }).click()
      await page.getByLabel('Token Name').waitFor()
      await page.getByRole('link', { name: 'Members' }).click()
      await page.getByLabel('User Email to Grant Workspace Access').waitFor()
    },
  },
  { name: 'search members', open: openMembers, run: (page) => typeInto(page, 'Search members...', '321') },
  {
    name: 'invite a member',
    open: openMembers,
    async run(page, round) {
      const email = `invitee-${round}-${ulid()}@example.com`.toLowerCase()
      await page.getByLabel('User Email to Grant Workspace Access').fill(email)
      await page.keyboard.press('Enter')
      await page.getByText(`we have notified ${email}`).waitFor()
    },
  },
  { name: 'type a token name', open: openTokens, run: (page) => typeInto(page, 'Token Name', 'pipeline') },
  { name: 'search tokens', open: openTokens, run: (page) => typeInto(page, 'Search tokens...', '321') },
  {
    name: 'create a token',
    open: openTokens,
    async run(page, round) {
      await page.getByLabel('Token Name').fill(`Pipeline ${round}`)
      await page.getByLabel('Expiration', { exact: true }).fill('30d')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Copy token' }).click()
      await page.getByRole('button', { name: 'Done' }).click()
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    },
  },
]

/** Runs in the page. Keeps the longest event of each interaction. */
function recordInteractions() {
  const longest = new Map<number, number>()
  Object.assign(window, { longest })
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[]) {
      if (entry.interactionId === 0) continue
      longest.set(entry.interactionId, Math.max(longest.get(entry.interactionId) ?? 0, entry.duration))
    }
  })
  const settings: PerformanceObserverInit & { durationThreshold: number } = {
    type: 'event',
    durationThreshold: 16,
  }
  observer.observe(settings)
}

interface Interactions {
  durations: number[]
  /** Includes interactions that were too short to be reported. */
  count: number
}

/** Runs in the page. */
function readInteractions(): Interactions {
  const { longest } = window as unknown as { longest: Map<number, number> }
  const { interactionCount } = performance as Performance & { interactionCount: number }
  return { durations: [...longest.values()], count: interactionCount }
}

function percentile98(durations: number[], count: number): number {
  const short = Array<number>(Math.max(0, count - durations.length)).fill(shortestMs)
  const sorted = [...short, ...durations].sort((one, other) => one - other)
  return sorted[Math.ceil(sorted.length * 0.98) - 1] ?? 0
}

const rowOf = (workspaces: number, job: string, { durations, count }: Interactions) => ({
  workspaces,
  job,
  interactions: count,
  p98Ms: percentile98(durations, count),
  maxMs: Math.max(0, ...durations),
})

async function measure(browser: Browser, portal: string, account: Account, job: Job): Promise<Interactions> {
  const context = await browser.newContext({
    baseURL: portal,
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await context.addCookies(sessionCookies(account.session))
  const page = await context.newPage()
  await page.addInitScript(recordInteractions)
  try {
    await job.open(page, account)
    for (let round = 0; round < rounds; round++) await job.run(page, round)
    // Entries are reported after the frame that shows the result.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))))
    return await page.evaluate(readInteractions)
  } finally {
    await context.close()
  }
}

/** Creates a user with this many workspaces. The newest one has members and tokens. */
async function makeAccount(database: Database, workspaceCount: number): Promise<Account> {
  const owner = await makeUser(database)
  for (let made = 1; made < workspaceCount; made++) await makeWorkspace(database, owner)
  const workspace = await makeWorkspace(database, owner, { displayName: 'A team' })
  for (let made = 1; made < memberCount; made++)
    await addMember(database, workspace, await makeUser(database))
  const createdAt = new Date()
  const expiresAt = new Date(createdAt.getTime() + 30 * dayMs)
  await database.orm.insert(authTokens).values(
    Array.from({ length: tokenCount }, (_, at) => ({
      id: ulid(),
      kind: 'api' as const,
      name: `Token ${at}`,
      userId: owner.id,
      workspaceId: workspace.id,
      createdAt,
      expiresAt,
    })),
  )
  const { token: session } = await makeSession(database, owner)
  return { session, workspaceId: workspace.id }
}

const rows: ReturnType<typeof rowOf>[] = []
await withPortal(portOffset, async (portal, database) => {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArguments })
  try {
    for (const workspaceCount of workspaceCounts) {
      const account = await makeAccount(database, workspaceCount)
      const all: Interactions = { durations: [], count: 0 }
      for (const job of jobs) {
        const measured = await measure(browser, portal, account, job)
        all.durations.push(...measured.durations)
        all.count += measured.count
        rows.push(rowOf(workspaceCount, job.name, measured))
      }
      rows.push(rowOf(workspaceCount, 'all jobs', all))
    }
  } finally {
    await browser.close()
  }
})
console.table(rows)
writeReport(options.report, { rows })
