/** `npm run bench` runs every benchmark, and `npm run bench -- api` one, to which it passes the following arguments. Never fails. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'

const parts: Record<string, string> = {
  api: 'the API compared with a bare server',
  growth: 'how the time of a call grows with the number of accounts',
  neighbors: 'how much one account can slow down another',
  pages: "the portal's pages in Chromium",
}

const [named, ...more] = process.argv.slice(2)
if (named !== undefined && !(named in parts)) {
  console.error(`Unknown benchmark "${named}". Choose one of: ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}
for (const name of named === undefined ? Object.keys(parts) : [named]) {
  console.log(`\n${name}: ${parts[name]}`)
  spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...more], { stdio: 'inherit' })
}
