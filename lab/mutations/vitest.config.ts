/** The tests of `npm run mutations`: the folders in `MUTATION_TESTS`, on PostgreSQL if any of them is the API's. */
import { join } from 'node:path'
import process from 'node:process'
import { defineConfig } from 'vitest/config'

const root = join(import.meta.dirname, '../..')
const folders = (process.env.MUTATION_TESTS ?? 'packages/contract/src,apps/api/src').split(',')
const needsPostgres = folders.some((folder) => folder.startsWith('apps/api'))

export default defineConfig({
  root,
  // Stryker works in a copy of the repository with a link to the original packages, which have no mutants.
  resolve: {
    alias: [{ find: /^@portal\/contract\/(.*)$/, replacement: join(root, 'packages/contract/src/$1.ts') }],
  },
  test: {
    include: folders.map((folder) => join(folder, '**/*.test.ts')),
    exclude: ['apps/api/src/testing/rules-model/**', 'apps/api/src/gateways/**', '**/node_modules/**'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    isolate: false,
    ...(needsPostgres && {
      setupFiles: ['apps/api/src/testing/setup.ts'],
      globalSetup: ['apps/api/src/testing/start-postgres.ts'],
    }),
  },
})
