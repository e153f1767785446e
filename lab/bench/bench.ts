/**
 * `npm run bench` runs every benchmark and writes one report (`--report FILE`, default `test-results/bench.json`).
 * `npm run bench -- api` runs one benchmark and passes it the following arguments. Never fails.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { writeReport } from './report.ts'

const parts: Record<string, string> = {
  api: 'the API compared with a bare server',
  growth: 'how the time of a call grows with the number of accounts',
  'portal-pages': "what the portal's pages weigh, and when they can be used",
  lighthouse: 'what Lighthouse says of the pages',
  'workspaces-page': 'the workspaces page of a user with thousands of workspaces',
  interactions: 'how long the portal takes to respond to clicks and keys',
  neighbors: 'how much one account can slow down another',
}

function run(name: string, more: string[]): void {
  console.log(`\n${name}: ${parts[name]}`)
  spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...more], { stdio: 'inherit' })
}

function runAll(report: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  const began = new Date()
  const measured: Record<string, unknown> = {}
  for (const name of Object.keys(parts)) {
    const file = join(folder, `${name}.json`)
    run(name, ['--report', file])
    measured[name] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : 'did not end'
  }
  rmSync(folder, { recursive: true })
  const machine = {
    node: process.version,
    processors: availableParallelism(),
    model: cpus()[0]?.model,
    memoryGb: Math.round(totalmem() / 1024 ** 3),
  }
  writeReport(report, { began, ended: new Date(), machine, measured })
  console.log(`\nReport: ${report}`)
}

const [named, ...more] = process.argv.slice(2)
if (named === undefined || named.startsWith('--')) {
  const options = { report: { type: 'string', default: 'test-results/bench.json' } } as const
  runAll(parseArgs({ options }).values.report)
} else if (named in parts) run(named, more)
else {
  console.error(`Unknown benchmark "${named}". Choose one of: ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}
