import { mkdirSync, readFileSync } from 'node:fs'
import { type Browser, chromium } from 'playwright'
import { startEverything } from '../lab/bench/start-everything.ts'
import { chromiumArguments, ensureChromium } from './chromium.ts'
import { defaultPorts } from './processes/ports.ts'
import { demoWorkspaceId } from './seed/demo-workspace.ts'
const P = `/workspace/${demoWorkspaceId('PRD')}`
const all: [string, string, string][] = [
  ['', 'login', '/login'], ['', 'legal', '/legal/tos'], ['', 'problem', '/sign-in-problem'], ['', 'logout-success', '/logout-success'],
  ['owner@example.com', 'workspaces', '/workspaces'], ['owner@example.com', 'new', '/workspace/new'], ['owner@example.com', 'general', P], ['owner@example.com', 'members', P + '/members'], ['owner@example.com', 'tokens', P + '/tokens'], ['owner@example.com', 'service-accounts', P + '/service-accounts'], ['owner@example.com', 'access-review', P + '/access-review'], ['owner@example.com', 'activity', P + '/activity'], ['owner@example.com', 'danger', P + '/danger'],
  ['owner@example.com', 'profile', '/profile'], ['owner@example.com', 'security', '/profile/security'], ['owner@example.com', 'own-tokens', '/profile/tokens'], ['owner@example.com', 'staff-access', '/profile/staff-access'], ['owner@example.com', 'data', '/profile/data'], ['owner@example.com', 'billing', '/billing'], ['owner@example.com', 'not-found', '/nothing-here'], ['owner@example.com', 'not-member', '/workspace/01HZZZZZZZZZZZZZZZZZZZZZZZ'],
  ['collaborator@example.com', 'collab-workspaces', '/workspaces'], ['collaborator@example.com', 'collab-billing', '/billing'], ['suspended@example.com', 'suspended', '/workspaces'], ['quarantined@example.com', 'quarantined', '/workspaces'],
  ['staff@systeminit.com', 'admin', '/workspace-admin'],
]
const only = process.argv[2]?.split(',')
const pages = only ? all.filter(([, n]) => only.includes(n)) : all
const off = 3_000, portal = `http://localhost:${defaultPorts(off).PORTAL_PORT}`
const out = '/tmp/keep/walk'; mkdirSync(out, { recursive: true })
process.env.SEED_DEMO = 'true'
const executablePath = ensureChromium()
const stop = await startEverything('', off)
const browser: Browser = await chromium.launch({ executablePath, args: chromiumArguments })
const sizes = [['light', 1100, 800, 1], ['light', 1440, 900, 1], ['light', 1920, 1080, 1], ['dark', 1100, 800, 1], ['dark', 1440, 900, 1], ['dark', 1920, 1080, 1], ['light', 720, 450, 2], ['dark', 720, 450, 2]] as const
try {
  for (const email of new Set(pages.map(([e]) => e))) {
    let state: any
    for (const [theme, width, height, dpr] of sizes) {
      const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: 1, colorScheme: theme, reducedMotion: 'reduce', storageState: state })
      const page = await context.newPage()
      if (email && !state) { await page.goto(`${portal}/login`); await page.getByLabel('Email').fill(email); await page.getByLabel('Password').fill('password'); await page.getByRole('button', { name: 'Sign in', exact: true }).click(); await page.waitForURL((u) => u.origin === new URL(portal).origin && !/login/.test(u.pathname)).catch(() => {}); await page.waitForTimeout(800); state = await context.storageState() }
      for (const [, name, path] of pages.filter(([e]) => e === email)) {
        await page.goto(portal + path, { waitUntil: 'networkidle' }).catch(() => {})
        await page.evaluate(() => document.fonts.ready).catch(() => {})
        await page.waitForTimeout(150)
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth).catch(() => 0)
        if (wide > 0) console.log('SIDEWAYS', name, theme, width, wide)
        await page.screenshot({ path: `${out}/${name}-${theme}-${width}.png`, animations: 'disabled' })
      }
      await context.close()
    }
  }
  const page = await (await browser.newContext({ viewport: { width: 2000, height: 1600 } })).newPage()
  for (const [, name] of pages) {
    const img = (t: string, w: number, s: string) => `<img style="${s};display:block;border:1px solid #888" src="data:image/png;base64,${readFileSync(`${out}/${name}-${t}-${w}.png`).toString('base64')}">`
    await page.setContent(`<body style="margin:0;background:#777"><div style="display:flex;gap:8px;margin-bottom:8px">${img('light', 1440, 'width:1000px')}${img('dark', 1440, 'width:990px')}</div><div style="display:flex;gap:8px">${img('light', 1100, 'width:450px;height:327px')}${img('dark', 1920, 'width:640px;height:360px')}${img('light', 720, 'width:440px')}${img('dark', 720, 'width:440px')}</div></body>`)
    await page.waitForTimeout(80)
    await page.locator('body').screenshot({ path: `${out}/sheet-${name}.png` })
  }
} finally { await browser.close(); await stop() }
