/** Breaks the rules of biome.json that have exceptions, in a small tree with the folders of the repository. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, expect, it } from 'vitest'

const repository = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'linter-'))
afterAll(() => rmSync(folder, { recursive: true }))

const readsEnvironment = 'export const port = process.env.API_PORT\n'
const texts: Record<string, string> = {
  'apps/api/src/app.ts': readsEnvironment,
  'apps/api/src/import.ts': `import { env } from 'node:process'\n\nexport const port = env.API_PORT\n`,
  'apps/api/src/global.ts': 'export const port = globalThis.process.env.API_PORT\n',
  'apps/portal/src/lib/request/queries.ts': readsEnvironment,
  'apps/api/src/comment.ts': '// process.env is not read here\nexport const port = 1\n',
  'apps/api/src/config.ts': readsEnvironment,
  'apps/api/src/app.test.ts': readsEnvironment,
  'apps/portal/server/config.ts': readsEnvironment,
  'tools/start.ts': readsEnvironment,
  'packages/ui/src/all.ts': `export * from './button.tsx'\n\nexport const a = 1\n`,
  'packages/ui/src/controls.ts': `export { Button } from './button.tsx'\n`,
}

interface Report {
  diagnostics: { category: string; location: { path: string } }[]
}

let broken: Record<string, string> = {}
beforeAll(() => {
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  copyFileSync(join(repository, 'biome.json'), join(folder, 'biome.json'))
  const biome = join(repository, 'node_modules/@biomejs/biome/bin/biome')
  const { stdout } = spawnSync(process.execPath, [biome, 'lint', '--vcs-enabled=false', '--reporter=json'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const { diagnostics } = JSON.parse(stdout) as Report
  broken = Object.fromEntries(diagnostics.map(({ category, location }) => [location.path, category]))
})

it('The linter refuses to read the environment outside config.ts, and files that re-export', () => {
  expect(broken).toEqual({
    'apps/api/src/app.ts': 'lint/style/noProcessEnv',
    'apps/api/src/import.ts': 'lint/style/noProcessEnv',
    'apps/api/src/global.ts': 'lint/style/noProcessEnv',
    'apps/portal/src/lib/request/queries.ts': 'lint/style/noProcessEnv',
    'packages/ui/src/all.ts': 'lint/performance/noBarrelFile',
    'packages/ui/src/controls.ts': 'lint/performance/noBarrelFile',
  })
})
