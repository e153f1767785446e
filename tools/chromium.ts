/**
 * Finds the Chromium for the browser tests: one on the machine, or Playwright's. Otherwise installs Debian's package as
 * root, or Playwright's. Also installs the fonts that the tests measure. `node tools/chromium.ts` prints the path, or
 * what is missing.
 */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { chromium } from '@playwright/test'

/** The headless shell comes first because it draws no window and runs the journeys a third faster. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Chromium refuses to run as root without the first flag, and contacts its vendor without the others. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
]

const runs = (command: string, args: string[]) =>
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 600_000 }).status === 0

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Returns the path of an installed Chromium, or undefined. */
export function findChromium(): string | undefined {
  const fromEnvironment = process.env.CHROMIUM_PATH
  if (fromEnvironment) return fromEnvironment
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
  const bundled = chromium.executablePath()
  return [...onPath, ...usualPlaces, bundled].find(isExecutable)
}

/**
 * Installs Debian packages without recommended ones, if that is possible here. First finishes an interrupted installation, because apt
 * refuses to start another one. Waits up to five minutes for a running one.
 */
function installPackages(...packages: string[]): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  runs('dpkg', ['--configure', '-a'])
  const options = ['-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300']
  if (runs('apt-get', ['update', '-qq'])) runs('apt-get', ['install', ...options, ...packages])
}

/** Installs a Chromium if there is none. If this fails, throws with instructions. */
export function ensureChromium(): string {
  const found = findChromium()
  if (found) return found
  console.log('No Chromium found. Installing one for the browser tests.')
  installPackages('chromium-headless-shell')
  if (!findChromium()) runs(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'])
  const installed = findChromium()
  if (installed) return installed
  throw new Error('Chromium could not be installed. Install it and set CHROMIUM_PATH to its path.')
}

/** The fallback fonts of the portal use the metrics of Arial and Courier New, which Liberation replaces on Linux. */
const measuredFonts = [
  ['Arial', 'Liberation Sans'],
  ['Courier New', 'Liberation Mono'],
]

/** Without fontconfig's tools the fonts count as missing, because they can't be checked. */
function hasMeasuredFonts(): boolean {
  const families = spawnSync('fc-list', [':', 'family'], { encoding: 'utf8' }).stdout ?? ''
  return measuredFonts.every((names) => names.some((name) => families.includes(name)))
}

/** Installs the fonts that the tests measure if they are missing. Other systems include them. */
function ensureFonts(): void {
  if (process.platform !== 'linux' || hasMeasuredFonts()) return
  console.log('Fonts are missing. Installing them for the browser tests.')
  installPackages('fontconfig', 'fonts-liberation')
  if (!hasMeasuredFonts())
    throw new Error(
      'The Liberation fonts could not be installed. Install Liberation Sans and Liberation Mono.',
    )
}

if (import.meta.main) {
  try {
    const path = ensureChromium()
    ensureFonts()
    console.log(path)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
