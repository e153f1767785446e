/** Starts everything for the end-to-end tests, on a data folder of its own that goes with it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { endProcessWith } from '../local-run/end-process-with.ts'
import { portVariables } from '../local-run/ports.ts'
import { runLocally } from '../local-run/run-locally.ts'
import { e2ePorts } from './addresses.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'portal-e2e-'))
Object.assign(process.env, portVariables(e2ePorts), {
  DATA_DIR: dataDir,
  DATABASE_URL: process.env.E2E_DATABASE_URL ?? '',
})

await endProcessWith(
  runLocally('built', { endsWithParent: true }).finally(() =>
    rmSync(dataDir, { recursive: true, force: true }),
  ),
)
