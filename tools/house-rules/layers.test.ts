/** Breaks each import rule of .dependency-cruiser.mjs on purpose, in a small tree with the folders of the repository. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { cruise } from 'dependency-cruiser'
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const rulesFile = join(import.meta.dirname, '../../.dependency-cruiser.mjs')
const packages = ['zod', 'react', '@tanstack/react-query']

interface Import {
  rule: string
  from: string
  /** A file, a package or a module of Node. */
  to: string
}

const breaches: Import[] = [
  { rule: 'no-circular', from: 'lab/a.ts', to: 'lab/a.ts' },
  { rule: 'no-unresolvable', from: 'tools/start.ts', to: 'tools/missing/file.ts' },
  { rule: 'contract', from: 'packages/contract/src/a.ts', to: 'packages/ui/src/button.tsx' },
  { rule: 'contract-packages', from: 'packages/contract/src/b.ts', to: 'react' },
  { rule: 'contract-node', from: 'packages/contract/src/c.ts', to: 'node:fs' },
  { rule: 'client', from: 'packages/client/src/a.ts', to: 'packages/ui/src/button.tsx' },
  { rule: 'client-packages', from: 'packages/client/src/b.ts', to: 'react' },
  { rule: 'ui', from: 'packages/ui/src/a.tsx', to: 'packages/contract/src/limits.ts' },
  { rule: 'ui-packages', from: 'packages/ui/src/b.tsx', to: '@tanstack/react-query' },
  { rule: 'ui-node', from: 'packages/ui/src/c.tsx', to: 'node:fs' },
  { rule: 'portal-routes', from: 'apps/portal/src/routes/a.tsx', to: 'apps/portal/server/files.ts' },
  { rule: 'portal-routes-entry', from: 'apps/portal/src/routes/b.tsx', to: 'apps/portal/src/router.ts' },
  {
    rule: 'portal-features',
    from: 'apps/portal/src/features/tokens/tokens-page.tsx',
    to: 'apps/portal/src/features/members/members-page.tsx',
  },
  {
    rule: 'portal-features',
    from: 'apps/portal/src/features/staff/search/search-page.tsx',
    to: 'apps/portal/src/features/staff/pauses/pause-button.tsx',
  },
  {
    rule: 'portal-shell',
    from: 'apps/portal/src/shell/header.tsx',
    to: 'apps/portal/src/features/members/members-page.tsx',
  },
  {
    rule: 'portal-lib',
    from: 'apps/portal/src/lib/guard/guard.ts',
    to: 'apps/portal/src/features/members/member-queries.ts',
  },
  {
    rule: 'portal-writes',
    from: 'apps/portal/src/features/tokens/tokens-page.tsx',
    to: 'apps/portal/src/lib/request/request-layer.ts',
  },
  { rule: 'portal-server', from: 'apps/portal/server/a.ts', to: 'apps/portal/src/lib/env.ts' },
  { rule: 'portal-server-packages', from: 'apps/portal/server/b.ts', to: 'react' },
  { rule: 'api-stores', from: 'apps/api/src/features/a/a-store.ts', to: 'packages/ui/src/button.tsx' },
  {
    rule: 'api-stores-below',
    from: 'apps/api/src/features/a/b-store.ts',
    to: 'apps/api/src/features/a/any-routes.ts',
  },
  {
    rule: 'api-features-apart',
    from: 'apps/api/src/features/a/a-routes.ts',
    to: 'apps/api/src/features/b/any-routes.ts',
  },
  {
    rule: 'api-features-above',
    from: 'apps/api/src/features/a/b-routes.ts',
    to: 'apps/api/src/jobs/queue.ts',
  },
  {
    rule: 'api-features-database',
    from: 'apps/api/src/features/a/c-routes.ts',
    to: 'apps/api/src/db/open.ts',
  },
  { rule: 'api-http', from: 'apps/api/src/http/a.ts', to: 'apps/api/src/gateways/mail/mail.ts' },
  { rule: 'api-gateways', from: 'apps/api/src/gateways/a.ts', to: 'apps/api/src/http/errors/refusal.ts' },
  { rule: 'api-db', from: 'apps/api/src/db/a.ts', to: 'apps/api/src/http/errors/refusal.ts' },
  { rule: 'api-config', from: 'apps/api/src/config.ts', to: 'apps/api/src/http/errors/refusal.ts' },
  { rule: 'api-config-packages', from: 'apps/api/src/config.ts', to: 'react' },
  { rule: 'api-jobs', from: 'apps/api/src/jobs/a.ts', to: 'apps/api/src/http/errors/refusal.ts' },
  {
    rule: 'api-observability',
    from: 'apps/api/src/observability/a.ts',
    to: 'apps/api/src/http/errors/refusal.ts',
  },
  { rule: 'cli', from: 'apps/cli/src/lib/a.ts', to: 'packages/ui/src/button.tsx' },
  { rule: 'stand-ins', from: 'stand-ins/mail/a.ts', to: 'packages/contract/src/limits.ts' },
  {
    rule: 'testing-is-for-tests',
    from: 'apps/api/src/features/a/d-routes.ts',
    to: 'apps/api/src/testing/factories.ts',
  },
  { rule: 'workspaces-apart', from: 'apps/portal/src/main.tsx', to: 'apps/api/src/app.ts' },
  {
    rule: 'tests-stay-in-their-workspace',
    from: 'apps/portal/src/lib/guard/guard.test.ts',
    to: 'stand-ins/mail/inbox.ts',
  },
]

const allowed: { from: string; to: string; isType?: boolean }[] = [
  { from: 'packages/contract/src/allowed.ts', to: 'zod' },
  { from: 'apps/cli/src/lib/allowed.ts', to: 'packages/client/src/client.ts' },
  { from: 'apps/portal/src/routes/allowed.tsx', to: 'apps/portal/src/router.ts', isType: true },
  {
    from: 'apps/portal/src/features/tokens/allowed.tsx',
    to: 'apps/portal/src/features/members/member-queries.ts',
  },
  {
    from: 'apps/portal/src/shell/allowed.tsx',
    to: 'apps/portal/src/features/account/shared/account-sections.ts',
  },
  { from: 'apps/portal/src/lib/guard/allowed.test.ts', to: 'packages/ui/src/button.tsx' },
  { from: 'apps/api/src/features/a/allowed-routes.ts', to: 'apps/api/src/features/b/b-store.ts' },
  { from: 'apps/api/src/features/a/allowed-body.ts', to: 'apps/api/src/features/b/b-body.ts' },
  { from: 'apps/api/src/features/a/allowed-rules.ts', to: 'apps/api/src/db/open.ts', isType: true },
  { from: 'apps/api/src/features/a/allowed-store.ts', to: 'apps/api/src/db/open.ts' },
  { from: 'apps/api/src/features/a/allowed.test.ts', to: 'apps/api/src/testing/factories.ts' },
]

const root = realpathSync(mkdtempSync(join(tmpdir(), 'layers-')))
const texts = new Map<string, string>()

function plant(from: string, to: string, isType = false): void {
  const isFile = /\.tsx?$/.test(to)
  const relative = posix.relative(posix.dirname(from), to)
  const specifier = isFile ? (relative.startsWith('.') ? relative : `./${relative}`) : to
  if (isFile && !to.includes('/missing/') && !texts.has(to)) texts.set(to, 'export const x = 1\n')
  texts.set(from, `${texts.get(from) ?? ''}${isType ? 'import type' : 'import'} { x } from '${specifier}'\n`)
}

function writeText(path: string, text: string): void {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** The names of the broken rules by the file that breaks them. */
const broken = new Map<string, string[]>()

beforeAll(async () => {
  for (const { from, to } of breaches) plant(from, to)
  for (const { from, to, isType } of allowed) plant(from, to, isType)
  for (const [path, text] of texts) writeText(path, text)
  for (const name of packages) {
    writeText(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'main.js' }))
    writeText(`node_modules/${name}/main.js`, 'export const x = 1\n')
  }
  const options = await extractDepcruiseOptions(rulesFile)
  const { output } = await cruise(['apps', 'packages', 'stand-ins', 'tools', 'lab'], {
    ...options,
    baseDir: root,
  })
  if (typeof output === 'string') throw new Error(output)
  for (const { from, rule } of output.summary.violations)
    broken.set(from, [...(broken.get(from) ?? []), rule.name])
})
afterAll(() => rmSync(root, { recursive: true }))

describe('import rules', () => {
  it.each(breaches)('$rule forbids $from to import $to', ({ rule, from }) => {
    const planted = breaches.filter((breach) => breach.from === from).map((breach) => breach.rule)
    expect(broken.get(from)?.toSorted()).toEqual(planted.toSorted())
    expect(planted).toContain(rule)
  })

  it.each(allowed)('allow $from to import $to', ({ from }) => {
    expect(broken.get(from) ?? []).toEqual([])
  })

  it('are all broken by this test', async () => {
    const { ruleSet } = await extractDepcruiseOptions(rulesFile)
    const names = ruleSet?.forbidden?.map(({ name }) => name) ?? []
    expect(names.length).toBeGreaterThan(20)
    expect(new Set(breaches.map(({ rule }) => rule))).toEqual(new Set(names))
  })
})
