import process from 'node:process'
import { defineConfig } from '@playwright/test'
import { chromiumArguments, findChromium } from './tools/chromium.ts'
import { e2eAddresses } from './tools/e2e/addresses.ts'
import { isSample } from './tools/e2e/journey-sample.ts'

/** Set when everything runs already (`npm start`): the journeys then use that, and its data. */
const isRunningAlready = Boolean(process.env.E2E_RUNNING)

/** What the product does without one of the services around it. */
const outages = '**/*{outage,outages}.e2e.ts'

// Without a locale in UTF-8, Chromium saves downloads in the wrong folder if the path has characters outside ASCII.
process.env.LC_ALL ??= 'C.UTF-8'

export default defineConfig({
  testDir: 'apps/portal/e2e',
  testMatch: '**/*.e2e.ts',
  grepInvert: isSample ? /@long/ : undefined,
  outputDir: 'test-results/e2e',
  forbidOnly: true,
  retries: 0,
  fullyParallel: true,
  workers: Number(process.env.E2E_WORKERS || 2),
  // Generous, so that a busy machine fails no test but one that hangs still fails.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    baseURL: e2eAddresses.portal,
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: 'reduce' },
    // A trace films everything, which costs as much as the journey: `E2E_TRACE=1` when it is needed.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findChromium(), args: chromiumArguments },
  },
  projects: [
    { name: 'journeys', testIgnore: outages },
    // These switch services off for all tests, so they run last and one at a time.
    { name: 'outages', testMatch: outages, dependencies: ['journeys'], workers: 1 },
  ],
  webServer: isRunningAlready
    ? undefined
    : {
        command: 'node tools/e2e/start-everything.ts',
        wait: { stdout: /Ready after/ },
        timeout: 120_000,
        gracefulShutdown: { signal: 'SIGTERM', timeout: 12_000 },
        stdout: process.env.E2E_LOGS ? 'pipe' : 'ignore',
        stderr: 'pipe',
      },
})
