/**
 * Runs the API tests of an earlier commit on a database with this release's migrations. By default, the commit is the last
 * one before the newest migration. Lists the failed tests, and exits with 1 if a test fails that `expectedFailures` doesn't
 * name.
 *
 *     node lab/releases/test-earlier-release.ts [--commit 5e60ced] [TEST FILE ...]
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openDatabase } from '../../apps/api/src/db/open-database.ts'
import { startTestPostgres } from '../../apps/api/src/testing/test-postgres.ts'
import { runProgram } from '../../tools/processes/run-program.ts'
import { expectedFailures } from './expected-failures.ts'
import { commitBeforeNewestMigration, unpackRelease } from './unpack-release.ts'

interface Report {
  numTotalTests: number
  numPassedTests: number
  testResults: {
    name: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

interface Failure {
  title: string
  reason: string
}

const template = 'portal_template'

/** Replaces the global setup of the earlier tests, which would apply the earlier migrations. */
const setupFor = (url: string) => `import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { url: string; template: string }
  }
}

export default (project: TestProject): void =>
  project.provide('postgres', ${JSON.stringify({ url, template })})
`

/** Creates the database that test files copy, with the migrations of this release. */
async function migrateTemplate(url: string): Promise<void> {
  const admin = new pg.Client({ connectionString: `${url}postgres` })
  await admin.connect()
  await admin.query(`create database ${template}`)
  await admin.end()
  const migrated = await openDatabase({
    databaseUrl: url + template,
    poolSize: 1,
    statementLimitMs: 0,
    log: console.log,
  })
  await migrated.close()
}

/** Asynchronous, because this process must keep reading PostgreSQL's log. Otherwise every statement that logs a line blocks. */
async function runTests(release: string, files: readonly string[]): Promise<Report> {
  const report = join(release, 'report.json')
  const vitest = join(release, 'node_modules/vitest/vitest.mjs')
  const project = ['--project', 'api', '--reporter=default', '--reporter=json', `--outputFile=${report}`]
  await runProgram({
    arguments: [vitest, 'run', ...project, ...files],
    cwd: release,
    env: process.env,
    onLine: console.log,
  })
  return JSON.parse(readFileSync(report, 'utf8')) as Report
}

/** Failed tests, and files that failed without running a test. */
function failuresOf({ testResults }: Report, release: string): Failure[] {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(join(release, 'apps/api/src'), name)
    const firstLine = (text: string | undefined) => (text ?? '').split('\n')[0] ?? ''
    if (assertionResults.length === 0) return [{ title: file, reason: firstLine(message) }]
    return assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages: [reason] }) => ({
        title: `${file}: ${fullName}`,
        reason: firstLine(reason),
      }))
  })
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { commit: { type: 'string' } },
})
const commit = values.commit ?? commitBeforeNewestMigration()
const release = unpackRelease(commit)
const server = await startTestPostgres()
try {
  await migrateTemplate(server.url)
  writeFileSync(join(release, 'apps/api/src/testing/start-postgres.ts'), setupFor(server.url))
  const report = await runTests(release, positionals)
  const failures = failuresOf(report, release)
  const isExpected = ({ title }: Failure) => expectedFailures.some(({ test }) => title.includes(test))
  const unexpected = failures.filter((failure) => !isExpected(failure))
  console.log(`\n${report.numPassedTests} of ${report.numTotalTests} tests of ${commit} pass.`)
  for (const failure of failures)
    console.log(`${isExpected(failure) ? 'expected' : 'UNEXPECTED'}  ${failure.title}\n    ${failure.reason}`)
  console.log(`${failures.length} failures, ${unexpected.length} of them unexpected.`)
  process.exitCode = unexpected.length === 0 && report.numPassedTests > 0 ? 0 : 1
} finally {
  await server.remove()
  rmSync(release, { recursive: true, force: true })
}
