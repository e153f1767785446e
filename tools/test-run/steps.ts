/** The steps of `npm test`, in run order. */
import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface Step {
  name: string
  /** Arguments for Node. The commands run one after another in the project's root. */
  commands: string[][]
  env?: Record<string, string>
  /** The JSON report that the step's test runner writes. */
  reportFile?: string
  /** Runs in parallel with the previous step. The next step waits for both. */
  isParallel?: boolean
  /** Without this step, no later one makes sense: they are skipped if it fails. */
  isRequired?: boolean
  /** Steps without which this one makes no sense: it is skipped unless all of them passed. */
  needs?: string[]
}

export type Scope = 'everything' | 'fast' | 'long'

const tsc = 'node_modules/typescript/bin/tsc'
/** The folders that TypeScript checks, each by itself. */
const folders = globSync('{*,{apps,packages}/*}/tsconfig.json').map(dirname).sort()

const dependencyCruiser = 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'

/**
 * Rounds of the kill, race and fuzz tests: few in CI, all of them in `npm run test:long`. `RACE_SHARE` scales the
 * number of rounds that each race test declares. `MODEL_STEPS` is the length of the rules model's run, which takes new
 * random steps only in `npm run test:long`.
 */
const fewRounds = {
  KILL_ROUNDS: '1',
  RACE_SHARE: '0.1',
  FUZZ_RUNS: '1000',
  MODEL_STEPS: '250',
  MODEL_SEED: '1',
}
const fullRounds = { KILL_ROUNDS: '50', RACE_SHARE: '1', FUZZ_RUNS: '100000', MODEL_STEPS: '20000' }

function vitestStep(name: string, projects: string[], reportsFolder: string): Step {
  const reportFile = join(reportsFolder, `${name.replaceAll(' ', '-')}.json`)
  const arguments_ = ['run', ...projects.map((project) => `--project=${project}`), '--passWithNoTests']
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  return { name, commands: [['node_modules/vitest/vitest.mjs', ...arguments_, ...reporters]], reportFile }
}

/** Keeps the outages clear of the ports of the journeys, and of the runs that some journeys start themselves. */
const outagesPortOffset = '6000'

/** The journeys of one Playwright project. Each project starts its own processes on its own ports. */
function journeysStep(
  name: string,
  project: string,
  reportsFolder: string,
  env: Record<string, string>,
): Step {
  const reportFile = join(reportsFolder, `${project}.json`)
  const arguments_ = ['test', `--project=${project}`, '--no-deps', `--output=test-results/${project}`]
  return {
    name,
    commands: [['node_modules/@playwright/test/cli.js', ...arguments_, '--reporter=list,json']],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile, ...env },
    reportFile,
    needs: ['build'],
  }
}

export function stepsOf(scope: Scope, reportsFolder: string): Step[] {
  const types = { name: 'types', commands: folders.map((folder) => [tsc, '-p', folder]) }
  const lint = {
    name: 'lint and format',
    commands: [['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings']],
    isParallel: true,
  }
  const layers = {
    name: 'layers',
    commands: [[dependencyCruiser, ...folders, '--config', '.dependency-cruiser.mjs']],
    isParallel: true,
  }
  const docs = { name: 'handbook tables', commands: [['tools/docs.ts', '--check']], isParallel: true }
  if (scope === 'fast') return [types, lint, layers, docs, vitestStep('unit tests', ['unit'], reportsFolder)]

  const rounds = scope === 'long' ? fullRounds : fewRounds
  const journeys: Record<string, string> = scope === 'long' ? {} : { E2E_SAMPLE: 'true', E2E_WORKERS: '3' }
  return [
    { name: 'browser', commands: [['tools/chromium.ts']], isRequired: true },
    types,
    lint,
    layers,
    docs,
    { name: 'dead code', commands: [['node_modules/knip/bin/knip.js']], isParallel: true },
    { ...vitestStep('tests in Node', ['unit', 'api'], reportsFolder), env: rounds },
    vitestStep('tests of controls', ['ui'], reportsFolder),
    // With React's production build, which users run, the tests take two thirds of the time.
    {
      ...vitestStep('tests of pages', ['portal', 'analytics'], reportsFolder),
      env: { NODE_ENV: 'production' },
    },
    { ...vitestStep('kill and race rounds', ['long'], reportsFolder), env: rounds },
    { name: 'build', commands: [['tools/build-portal.ts']], isParallel: true },
    { name: 'page sizes', commands: [['node_modules/size-limit/bin.js']], needs: ['build'] },
    journeysStep('end to end', 'journeys', reportsFolder, journeys),
    // The outages spend half of their time waiting for time-outs, so they share the machine with the journeys.
    {
      ...journeysStep('outages', 'outages', reportsFolder, {
        ...journeys,
        E2E_PORT_OFFSET: outagesPortOffset,
      }),
      isParallel: true,
    },
  ]
}
