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

/** Resets the page between the tests of both browser projects. */
const freshPage = 'packages/ui/src/testing/fresh-page.ts'

/** Bundles all dependencies at the start, because a dependency found later would reload the page during a test. */
const optimizeDepsOf = (folder: string, more: string[] = []) => ({
  entries: [`${folder}/**/*.{ts,tsx}`],
  include: ['react/jsx-dev-runtime', 'vitest-browser-react', ...more],
})

/** Generous timeouts, so that tests don't fail on a slow machine but a test that hangs still does. */
const patience = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } }

/**
 * The order of the projects: API and unit tests first, then UI controls, then portal pages, then long runs. If they all ran
 * concurrently, they would compete for the CPU and each test would take several times as long.
 */
const turnOf = {
  ui: { groupOrder: 1 },
  portal: { groupOrder: 2 },
  long: { groupOrder: 3 },
}

/** Tests of tools that need PostgreSQL. */
const databaseTools = 'tools/{seed,local-postgres,move-to-postgres}/**/*.test.ts'

/** The rules model takes a minute, so it runs only if `MODEL_STEPS` is set: to 250 in `npm test`, to 20,000 in `npm run test:long`. */
const modelTests = process.env.MODEL_STEPS ? [] : ['apps/api/src/testing/rules-model/**']

/**
 * Test files in a worker share loaded modules and, in Chromium, the page. That saves a third of the time. Each API test file still
 * builds a separate app and database. The setup files reset the state of modules that the portal's tests share.
 */
const sharedModules = { isolate: false }

const analyticsTests = ['apps/portal/src/lib/analytics/**/*.test.ts']

const portalProject = (name: string, test: { include: string[]; exclude?: string[]; isolate?: boolean }) => ({
  plugins: [react(), tailwindcss()],
  optimizeDeps: optimizeDepsOf('apps/portal/src', ['posthog-js/no-external']),
  test: {
    ...patience,
    ...test,
    name,
    sequence: turnOf.portal,
    setupFiles: [freshPage, 'apps/portal/src/testing/setup.ts'],
    browser: inChromium(),
  },
})

export default defineConfig({
  test: {
    // One more than the cores of a small machine, because tests often wait. Vitest's default is one below the cores.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...patience,
          name: 'long',
          sequence: turnOf.long,
          include: ['lab/long-runs/**/*.test.ts'],
          testTimeout: 600_000,
        },
      },
      {
        test: {
          ...patience,
          ...sharedModules,
          name: 'unit',
          include: [
            'packages/{contract,client}/src/**/*.test.ts',
            '{tools,lab}/**/*.test.ts',
            'stand-ins/**/*.test.ts',
            'apps/portal/server/**/*.test.ts',
            'apps/cli/src/**/*.test.ts',
          ],
          exclude: ['lab/long-runs/**', databaseTools, '**/node_modules/**'],
        },
      },
      {
        test: {
          ...patience,
          ...sharedModules,
          name: 'api',
          include: ['apps/api/src/**/*.test.ts', databaseTools],
          exclude: modelTests,
          setupFiles: ['apps/api/src/testing/setup.ts'],
          globalSetup: ['apps/api/src/testing/start-postgres.ts'],
        },
      },
      {
        plugins: [react(), tailwindcss()],
        optimizeDeps: optimizeDepsOf('packages/ui/src'),
        test: {
          ...patience,
          ...sharedModules,
          name: 'ui',
          sequence: turnOf.ui,
          include: ['packages/ui/src/**/*.test.{ts,tsx}'],
          setupFiles: [freshPage, 'packages/ui/src/testing/setup.ts'],
          browser: inChromium(),
        },
      },
      portalProject('portal', {
        ...sharedModules,
        include: ['apps/portal/src/**/*.test.{ts,tsx}'],
        exclude: analyticsTests,
      }),
      // The analytics library keeps its state in its modules, so each of these files loads it anew.
      portalProject('analytics', { include: analyticsTests }),
    ],
  },
})
