import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumArguments, findChromium } from './tools/chromium.ts'

/** Component tests run in a real Chromium. */
const inChromium = () => ({
  enabled: true,
  headless: true,
  screenshotFailures: false,
  provider: playwright({
    launchOptions: { executablePath: findChromium(), args: chromiumArguments },
  }),
  viewport: { width: 1280, height: 800 },
  instances: [{ browser: 'chromium' as const }],
})

/** Shared by the controls and the pages. */
const freshPage = 'packages/ui/src/testing/fresh-page.ts'

/** All at the start: a dependency found in the middle of a run would reload the page under the tests. */
const optimizeDepsOf = (folder: string, more: string[] = []) => ({
  entries: [`${folder}/**/*.{ts,tsx}`],
  include: ['react/jsx-dev-runtime', 'vitest-browser-react', ...more],
})

/** For a slow machine: a test that hangs still ends, and none fails for being slow. */
const patience = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } }

/**
 * The API's tests come first, then the controls and what runs beside a browser well, then the pages: all at once they would
 * only wait for each other, each test several times as long.
 */
const turnOf = {
  ui: { groupOrder: 1 },
  unit: { groupOrder: 1 },
  portal: { groupOrder: 2 },
  long: { groupOrder: 3 },
}

/** Says nothing of either engine: once is enough, on the one that is faster at it. Injection is tried on both. */
const once = {
  onPglite: ['apps/api/src/gateways/**'],
  onPostgres: [
    'apps/api/src/security/!(injection).test.ts',
    'apps/api/src/http/{authorisation-matrix,secret-logs}.test.ts',
  ],
}

/** The files of a worker share its modules: each makes an app and a database of its own all the same. */
const sharedModules = { isolate: false }

export default defineConfig({
  test: {
    // One more than the cores of a small machine: much of a test is waiting. By itself Vitest takes one fewer.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'long',
          sequence: turnOf.long,
          include: ['lab/long-runs/**/*.test.ts'],
          testTimeout: 600_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...patience,
          name: 'unit',
          sequence: turnOf.unit,
          include: [
            'packages/contract/src/**/*.test.ts',
            '{tools,lab}/**/*.test.ts',
            'stand-ins/**/*.test.ts',
            'apps/portal/server/**/*.test.ts',
            'apps/portal/build/**/*.test.ts',
          ],
          exclude: ['lab/long-runs/**', '**/node_modules/**'],
        },
      },
      {
        test: {
          ...patience,
          ...sharedModules,
          name: 'api',
          include: ['apps/api/src/**/*.test.ts'],
          exclude: once.onPostgres,
          setupFiles: ['apps/api/src/testing/setup.ts'],
          env: { TEST_DATABASE: 'pglite' },
        },
      },
      {
        test: {
          ...patience,
          ...sharedModules,
          name: 'api-postgres',
          include: ['apps/api/src/**/*.test.ts'],
          exclude: once.onPglite,
          setupFiles: ['apps/api/src/testing/setup.ts'],
          globalSetup: ['apps/api/src/testing/start-postgres.ts'],
          env: { TEST_DATABASE: 'postgres' },
        },
      },
      {
        plugins: [react(), tailwindcss()],
        optimizeDeps: optimizeDepsOf('packages/ui/src'),
        test: {
          ...patience,
          name: 'ui',
          sequence: turnOf.ui,
          include: ['packages/ui/src/**/*.test.{ts,tsx}'],
          setupFiles: [freshPage, 'packages/ui/src/testing/setup.ts'],
          browser: inChromium(),
        },
      },
      {
        plugins: [react(), tailwindcss()],
        optimizeDeps: optimizeDepsOf('apps/portal/src', ['posthog-js/no-external']),
        test: {
          ...patience,
          name: 'portal',
          sequence: turnOf.portal,
          include: ['apps/portal/src/**/*.test.{ts,tsx}'],
          setupFiles: [freshPage, 'apps/portal/src/testing/setup.ts'],
          browser: inChromium(),
        },
      },
    ],
  },
})
