/** The content of docs/authorization-matrix.md, which shows the outcome rows of the route tests. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { calls } from '@portal/contract/calls'
import { trackedFiles } from '../house-rules/tracked-files.ts'

const introduction = `# Authorization matrix

What each kind of caller gets from each call: a status with its error type, or a redirect target. \`npm run docs\` writes this page from
the outcome rows of the route tests, which try every combination. \`apps/api/src/testing/callers.ts\` makes the callers. The
[handbook](product/access.md#order-of-checks) explains the order of the checks.
`

/** Returns one section per noun, in the order of the contract. Throws if a noun has no outcome rows. */
export function buildAuthorizationMatrix(root: string): string {
  const tests = trackedFiles(root).filter(({ text }) => /^testOutcomes\(/m.test(text))
  const folder = mkdtempSync(join(tmpdir(), 'outcomes-'))
  try {
    // Listing without static parsing loads the test files, which then write their sections, but runs no test.
    const list = ['node_modules/vitest/vitest.mjs', 'list', '--no-static-parse', '--project=api']
    execFileSync(process.execPath, [...list, ...tests.map(({ path }) => path)], {
      cwd: root,
      env: { ...process.env, OUTCOMES_FOLDER: folder },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const nouns = new Set(calls.map(({ name }) => name.split('.', 1)[0]))
    const sections = [...nouns].map((noun) => readFileSync(join(folder, `${noun}.md`), 'utf8'))
    return [introduction, ...sections].join('\n')
  } finally {
    rmSync(folder, { recursive: true })
  }
}
