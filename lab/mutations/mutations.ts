/**
 * Changes random lines of the product, one change at a time, and reports which changes the tests catch. `--sample` is the
 * number of lines, `--seed` repeats a sample, and `--folder` limits it. `--tests` names the folders whose tests run, by default
 * those with changes. `--line FILE:NUMBER` changes this line instead of a sample.
 */
import process from 'node:process'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { formatTable, listSurvivors, tested } from './mutation-table.ts'
import { parseLine, pickLines } from './pick-lines.ts'

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '150' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    folder: {
      type: 'string',
      multiple: true,
      default: ['packages/contract/src', 'apps/api/src/http', 'apps/api/src/features'],
    },
    tests: { type: 'string', multiple: true },
    line: { type: 'string', multiple: true },
  },
})

const seed = Number(values.seed)
const lines = values.line?.map(parseLine) ?? pickLines(values.folder, Number(values.sample), seed)
const tests = values.tests ?? values.folder
process.env.MUTATION_TESTS = tests.join(',')
console.log(`Lines: ${lines.length}, seed: ${seed}, tests: ${tests.join(', ')}`)

const results = await new Stryker({
  mutate: lines.map(({ file, number }) => `${file}:${number}:0-${number}:9999`),
  testRunner: 'vitest',
  vitest: { configFile: 'lab/mutations/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // Type annotations don't change at run time, and Vitest doesn't check types.
  disableTypeChecks: false,
  tempDirName: 'test-results/mutations',
  ignorePatterns: ['**/dist', '**/storybook-static', '.data*', 'test-results'],
  concurrency: 1,
  timeoutMS: 30_000,
  dryRunTimeoutMinutes: 60,
  reporters: ['progress-append-only'],
  allowEmpty: true,
} as ConstructorParameters<typeof Stryker>[0]).runMutationTest()

const mutants = tested(results)
console.log(`\n${formatTable(mutants)}`)
const survivors = listSurvivors(mutants)
if (survivors.length > 0) console.log(`\nSurvivors:\n${survivors.join('\n')}`)
