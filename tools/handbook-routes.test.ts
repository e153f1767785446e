/** Compares the handbook's lists of routes and sections with the portal. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

it('docs/product/sign-in.md lists the name of every route, in the order of route-names.ts', () => {
  const routes = read('apps/portal/src/lib/guard/route-names.ts')
  const names = [...routes.matchAll(/^ {2}'([^']+)',$/gm)].map(([, name]) => name)
  const [, list = ''] = /which page views carry: ([^.]+)\./.exec(read('docs/product/sign-in.md')) ?? []
  expect(list.split(/,\s+/)).toEqual(names)
})

it('docs/product/workspaces.md lists every section of a workspace', () => {
  const sections = read('apps/portal/src/features/workspaces/shared/workspace-sections.ts')
  const shown = [...sections.matchAll(/label: '([^']+)'/g)].map(([, label]) => label)
  const [, table = ''] = /\n## Sections\n(.+?)\n## /s.exec(read('docs/product/workspaces.md')) ?? []
  const listed = [...table.matchAll(/^\| ([^|]+) \| `\/workspace/gm)].map(([, label]) => label)
  expect(shown).not.toEqual([])
  expect(listed).toEqual(shown)
})
