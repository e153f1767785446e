/**
 * `npm run bench`: every measurement, one after the other, or those that are named: `npm run bench -- api`. They report and
 * never fail. What follows `--` behind a name goes to it.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'

const parts: Record<string, string> = {
  api: 'the API beside a bare server',
  growth: 'how the time of a call grows with the number of people',
  'two-processes': 'two processes of the API against one',
  soak: 'the API at half load for half an hour',
  'portal-pages': "what the portal's pages weigh, and when they can be used",
  lighthouse: 'what Lighthouse says of the pages',
  'workspaces-page': 'the page of somebody with thousands of workspaces',
  'signup-report': 'the signup report over a million accounts',
}

const [named, ...more] = process.argv.slice(2)
if (named !== undefined && !(named in parts)) {
  console.error(`There is no "${named}". There are: ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}
for (const [name, what] of Object.entries(parts)) {
  if (named !== undefined && name !== named) continue
  console.log(`\n${name}: ${what}`)
  spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...more], { stdio: 'inherit' })
}
