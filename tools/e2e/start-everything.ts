/** Starts everything for the end-to-end tests with a temporary data folder. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { removeLocalPostgres } from '../local-postgres/local-postgres.ts'
import { portVariables } from '../processes/ports.ts'
import { runLocally } from '../processes/run-locally.ts'
import { e2ePorts } from './addresses.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'portal-e2e-'))
Object.assign(process.env, portVariables(e2ePorts), {
  DATA_DIR: dataDir,
  DATABASE_URL: process.env.E2E_DATABASE_URL ?? '',
  // Journeys create the users they need and expect no others.
  SEED_DEMO: process.env.SEED_DEMO || 'false',
})

/** Printed only after a failure or with `E2E_LOGS=1`. */
const lines: string[] = []
const linesKept = 60
const isTalkative = Boolean(process.env.E2E_LOGS)

async function run(): Promise<number> {
  const print = isTalkative
    ? console.log
    : (line: string) => void lines.splice(0, Math.max(0, lines.push(line) - linesKept))
  try {
    const code = await runLocally('built', { endsWithParent: true, print })
    if (code !== 0) console.error(lines.join('\n'))
    return code
  } finally {
    removeLocalPostgres(dataDir)
    rmSync(dataDir, { recursive: true, force: true })
  }
}

process.exit(await run())
