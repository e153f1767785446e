/**
 * `npm run screenshots` takes the pictures in docs/images, which show the demo users' pages after a first start in both
 * themes. It starts everything on separate ports with a temporary data folder.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { type Browser, chromium, type Page } from 'playwright'
import { startEverything } from '../lab/bench/start-everything.ts'
import { chromiumArguments, findChromium } from './chromium.ts'
import { defaultPorts } from './processes/ports.ts'
import { demoWorkspaceId } from './seed/demo-data.ts'

const [staff, owner, collaborator] = ['staff@systeminit.com', 'owner@example.com', 'collaborator@example.com']
const production = `/workspace/${demoWorkspaceId('PRD')}`
const paused = ['quarantined@example.com', 'suspended@example.com']

/** Name, user, path, texts that are visible when the page has loaded, and the heading at the top instead of the top of the page. */
const pictures: [name: string, email: string, path: string, texts: string[], from?: string][] = [
  ['owner-workspaces', owner, '/workspaces', ['Production', 'MONTHLY SUBSCRIPTION', 'Payment is overdue']],
  ['owner-workspace', owner, production, ['Default workspace', 'Hosting']],
  ['owner-members', owner, `${production}/members`, ['mara.lindqvist@example.com', 'sam.okafor@example.com']],
  ['owner-tokens', owner, `${production}/tokens`, ['GitHub Actions deploy', 'Jenkins pipeline']],
  ['owner-security', owner, '/profile/security', ['This browser', 'Email and password']],
  ['owner-billing', owner, '/billing', ['$100.00']],
  [
    'collaborator-workspaces',
    collaborator,
    '/workspaces',
    ['Playground', 'Data platform', '30-DAY FREE TRIAL'],
  ],
  ['staff-admin', staff, '/workspace-admin', paused],
  ['staff-quarantine', staff, '/workspace-admin', paused, 'Manage account quarantine'],
]

const images = join(import.meta.dirname, '../docs/images')
const portOffset = Number(process.env.SCREENSHOTS_PORT_OFFSET || 3_000)
const portal = `http://localhost:${defaultPorts(portOffset).PORTAL_PORT}`

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(`${portal}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.origin !== new URL(portal).origin || url.pathname !== '/login-success')
}

async function takeAll(browser: Browser, theme: 'light' | 'dark'): Promise<void> {
  for (const email of [staff, owner, collaborator]) {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      colorScheme: theme,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await signIn(page, email)
    for (const [name, , path, texts, from] of pictures.filter(([, of]) => of === email)) {
      await page.goto(portal + path)
      for (const text of texts) await page.getByText(text).first().waitFor()
      await page.evaluate(() => document.fonts.ready)
      if (from) {
        const heading = page.getByRole('heading', { name: from, exact: true })
        await heading.evaluate((element) => {
          // The header stays at the top and would cover it.
          element.style.scrollMarginTop = '96px'
          element.scrollIntoView({ block: 'start' })
        })
      }
      await page.screenshot({ path: join(images, `${name}-${theme}.png`), animations: 'disabled' })
    }
    await context.close()
  }
}

mkdirSync(images, { recursive: true })
process.env.SEED_DEMO = 'true'
const stop = await startEverything('', portOffset)
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments })
try {
  await takeAll(browser, 'light')
  await takeAll(browser, 'dark')
  console.log(`${pictures.length * 2} pictures are in ${images}.`)
} finally {
  await browser.close()
  await stop()
}
