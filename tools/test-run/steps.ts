/** What `npm test` consists of, in this order, as a table. */
import { join } from 'node:path'

export interface Step {
  name: string
  /** Node's arguments, run one after the other in the root. */
  commands: string[][]
  env?: Record<string, string>
  /** Where the step's runner writes its JSON report, in the run's own folder. */
  reportFile?: string
  /** Runs beside the step before it: both must pass, and what comes after waits for both. */
  isBeside?: boolean
}

export type Scope = 'everything' | 'fast' | 'long'

const tsc = 'node_modules/typescript/bin/tsc'
const typedFolders = ['packages/contract', 'packages/ui', 'apps/api', 'apps/portal', 'stand-ins', 'tools']

/**
 * How many rounds the kill, race and fuzz tests go: few in CI, the full numbers under `npm run test:long`. Each race test
 * names its own full number, and goes this share of it.
 */
const fewRounds = { KILL_ROUNDS: '3', RACE_SHARE: '0.1', FUZZ_RUNS: '3000' }
const fullRounds = { KILL_ROUNDS: '50', RACE_SHARE: '1', FUZZ_RUNS: '100000' }

function vitestStep(name: string, projects: string[], reportsFolder: string): Step {
  const reportFile = join(reportsFolder, `${name.replaceAll(' ', '-')}.json`)
  const arguments_ = ['run', ...projects.map((project) => `--project=${project}`), '--passWithNoTests']
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  return { name, commands: [['node_modules/vitest/vitest.mjs', ...arguments_, ...reporters]], reportFile }
}

/** Apart from the journeys' ports, and from those of the runs that a journey starts for itself. */
const outagesFurtherUp = '6000'

/** The journeys of one Playwright project, on processes and ports of their own. */
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
  }
}

export function stepsOf(scope: Scope, reportsFolder: string): Step[] {
  const types = { name: 'types', commands: typedFolders.map((folder) => [tsc, '-p', folder]) }
  const lint = {
    name: 'lint and format',
    commands: [['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings']],
    isBeside: true,
  }
  if (scope === 'fast') return [types, lint, vitestStep('unit tests', ['unit'], reportsFolder)]

  const rounds = scope === 'long' ? fullRounds : fewRounds
  return [
    { name: 'browser', commands: [['tools/chromium.ts']] },
    types,
    lint,
    { name: 'dead code', commands: [['node_modules/knip/bin/knip.js']], isBeside: true },
    { ...vitestStep('tests', ['!long'], reportsFolder), env: rounds },
    { ...vitestStep('kill and race rounds', ['long'], reportsFolder), env: rounds },
    { name: 'build', commands: [['tools/build-portal.ts']], isBeside: true },
    journeysStep('end to end', 'journeys', reportsFolder, {}),
    // They wait for services that do not answer, half of their time: the journeys use it.
    {
      ...journeysStep('outages', 'outages', reportsFolder, { E2E_PORT_OFFSET: outagesFurtherUp }),
      isBeside: true,
    },
  ]
}
