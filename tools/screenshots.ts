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

interface Picture {
  name: string
  email: string
  path: string
  /** Texts that are visible when the page has loaded completely. */
  texts: string[]
  /** The heading at the top of the picture. By default the top of the page. */
  from?: string
}

const production = `/workspace/${demoWorkspaceId('PRD')}`
const pictures: Picture[] = [
  {
    name: 'owner-workspaces',
    email: 'owner@example.com',
    path: '/workspaces',
    texts: ['Production', 'MONTHLY SUBSCRIPTION', 'Payment is overdue'],
  },
  {
    name: 'owner-workspace',
    email: 'owner@example.com',
    path: production,
    texts: ['Default workspace', 'Hosting'],
  },
  {
    name: 'owner-members',
    email: 'owner@example.com',
    path: `${production}/members`,
    texts: ['mara.lindqvist@example.com', 'sam.okafor@example.com'],
  },
  {
    name: 'owner-tokens',
    email: 'owner@example.com',
    path: `${production}/tokens`,
    texts: ['GitHub Actions deploy', 'Jenkins pipeline'],
  },
  {
    name: 'owner-security',
    email: 'owner@example.com',
    path: '/profile/security',
    texts: ['This browser', 'Email and password'],
  },
  { name: 'owner-billing', email: 'owner@example.com', path: '/billing', texts: ['$100.00'] },
  {
    name: 'collaborator-workspaces',
    email: 'collaborator@example.com',
    path: '/workspaces',
    texts: ['Playground', 'Data platform', '30-DAY FREE TRIAL'],
  },
  {
    name: 'staff-admin',
    email: 'staff@systeminit.com',
    path: '/workspace-admin',
    texts: ['quarantined@example.com', 'suspended@example.com'],
  },
  {
    name: 'staff-quarantine',
    email: 'staff@systeminit.com',
    path: '/workspace-admin',
    texts: ['quarantined@example.com', 'suspended@example.com'],
    from: 'Manage account quarantine',
  },
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
  for (const email of new Set(pictures.map((picture) => picture.email))) {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      colorScheme: theme,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await signIn(page, email)
    for (const { name, path, texts, from } of pictures.filter((picture) => picture.email === email)) {
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
