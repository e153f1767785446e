import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

it('docs/product/workspaces.md lists every section of a workspace in the order of the navigation', () => {
  const routes = globSync(join(root, 'apps/portal/src/routes/**/*.tsx')).map((path) =>
    readFileSync(path, 'utf8'),
  )
  const declared = routes.flatMap((text) => [
    ...text.matchAll(/in: 'workspace',\s+label: '([^']+)'[^}]+order: (\d+)/g),
  ])
  const shown = declared.toSorted(([, , a], [, , b]) => Number(a) - Number(b)).map(([, label]) => label)
  const handbook = readFileSync(join(root, 'docs/product/workspaces.md'), 'utf8')
  const [, table = ''] = /\n## Sections\n(.+?)\n## /s.exec(handbook) ?? []
  const listed = [...table.matchAll(/^\| ([^|]+) \| `\/workspace/gm)].map(([, label]) => label)
  expect(shown).not.toEqual([])
  expect(listed).toEqual(shown)
})
