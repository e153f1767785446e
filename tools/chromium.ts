/**
 * Finds the Chromium that browser tests use: the machine's, else Playwright's, else the distribution's package, which it
 * installs (as root on a Debian-like machine). `node tools/chromium.ts` prints the path or says what is missing.
 */
import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { chromium } from '@playwright/test'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** What a closed network and a root user need; harmless elsewhere. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
]

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The path of a Chromium that is there already, or undefined. */
export function findChromium(): string | undefined {
  const fromEnvironment = process.env.CHROMIUM_PATH
  if (fromEnvironment) return fromEnvironment
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
  const bundled = chromium.executablePath()
  return [...onPath, ...usualPlaces, bundled].find((path) => existsSync(path) && isExecutable(path))
}

function tryToRun(command: string, args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 600_000 })
    return true
  } catch {
    return false
  }
}

/** Installs a Chromium where none is found. Throws a sentence that says what to do by hand. */
export function ensureChromium(): string {
  const found = findChromium()
  if (found) return found
  console.log('No Chromium on this machine; installing one for the browser tests.')
  const isRoot = process.getuid?.() === 0
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    tryToRun('apt-get', ['update', '-qq'])
    tryToRun('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'])
  }
  const installed = findChromium()
  if (installed) return installed
  tryToRun(process.execPath, [join('node_modules', 'playwright', 'cli.js'), 'install', 'chromium'])
  const downloaded = findChromium()
  if (downloaded) return downloaded
  throw new Error('No Chromium was found or could be installed. Install one and set CHROMIUM_PATH to it.')
}

if (import.meta.main) console.log(ensureChromium())
