/** Applies the house rules to the repository, and proves each rule on a planted breach. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as access from './house-rules/access-rules.ts'
import * as names from './house-rules/file-rules.ts'
import { citationsStayInside, handbookReferencesExist } from './house-rules/handbook.ts'
import { namesFollowTheirDirection } from './house-rules/name-direction.ts'
import { type ParsedFile, parseFile } from './house-rules/parsed-file.ts'
import { testReferencesExist } from './house-rules/test-references.ts'
import { trackedFiles } from './house-rules/tracked-files.ts'
import { unusedControlsAreMarked } from './house-rules/unused-controls.ts'

type Rule = (files: readonly ParsedFile[]) => string[]

const root = join(import.meta.dirname, '..')
const check = (rule: Rule, path: string, text = '') => rule([parseFile({ path, text })])
const handbookRule: Rule = (files) => handbookReferencesExist(root, files)
const testRule: Rule = (files) => testReferencesExist(root, files)

const rules = {
  'imports carry their extension': names.importsCarryExtensions,
  'only lib/env.ts reads the runtime configuration': access.runtimeConfigIsReadInEnv,
  'only stores and db/ use Drizzle': access.databaseStaysInStores,
  'only actions and jobs open transactions': access.transactionsBelongToActions,
  'every call is served from the folder of its noun': access.callsAreServedByTheirNoun,
  'only gateways call outside services': access.onlyGatewaysCallServices,
  'product code does not mention stand-ins': access.productKnowsNoStandIn,
  'names are kebab-case and specific': names.namesAreSpecific,
  'no file is too long': names.filesStayShort,
  'no file names a registry or a path of one machine': names.filesNameNoMachine,
  'references to the handbook lead to a heading': handbookRule,
  'the security document names tests that exist': testRule,
  'citations stay inside the repository': citationsStayInside,
  'names follow the direction of their script': namesFollowTheirDirection,
  'a control says whether a page uses it': unusedControlsAreMarked,
} satisfies Record<string, Rule>

describe('the repository', () => {
  const files = trackedFiles(root).map(parseFile)

  it.each(Object.entries(rules))('keeps the rule: %s', (_name, rule) => {
    expect(rule(files)).toEqual([])
  })

  it('has a median source file of at most 100 lines', () => {
    console.log(`The median source file has ${names.medianLines(files)} lines.`)
    expect(names.medianLines(files)).toBeLessThanOrEqual(100)
  })
})

describe('the rule for the direction of names', () => {
  const path = 'apps/portal/src/features/tokens/token-name.tsx'

  it.each([
    'export const a = <span className="x">{token.name}</span>',
    'export const a = <p>\n  {workspace.displayName}\n</p>',
    'export const a = <b>{user?.firstName}</b>',
  ])('refuses a name without a direction: %s', (text) => {
    expect(check(namesFollowTheirDirection, path, text)).toHaveLength(1)
  })

  it.each([
    'export const a = <bdi className="x">{token.name}</bdi>',
    'export const a = <span dir="auto">{displayName}</span>',
    'export const a = <Truncate>{user.nickname}</Truncate>',
    'export const a = <span>{file.name}</span>',
  ])('accepts %s', (text) => {
    expect(check(namesFollowTheirDirection, path, text)).toEqual([])
  })
})

describe('the rule for unused controls', () => {
  const marked = '/** Required by the design system. No page\n * uses it. */\n'
  const control = 'packages/ui/src/fields/dial.tsx'
  const breaches = (sources: Record<string, string>) =>
    unusedControlsAreMarked(Object.entries(sources).map(([path, text]) => parseFile({ path, text })))

  it('refuses an unmarked control that only tests, stories or unused controls import', () => {
    const story = { 'packages/ui/src/fields/dial.stories.tsx': `import './dial.tsx'` }
    const test = { 'apps/portal/src/shell/header.test.tsx': `import '@portal/ui/fields/dial'` }
    const unused = { 'packages/ui/src/fields/dials.tsx': `${marked}import './dial.tsx'` }
    const sources = { [control]: '', ...story, ...test, ...unused }
    expect(breaches(sources)).toEqual([expect.stringContaining('no page uses it')])
    expect(breaches({ ...sources, [control]: marked })).toEqual([])
  })

  it('refuses a marked control that a page imports, also through another control', () => {
    const page = { 'apps/portal/src/shell/header.tsx': `import '@portal/ui/fields/dials'` }
    const between = { 'packages/ui/src/fields/dials.tsx': `import './dial.tsx'` }
    const sources = { [control]: marked, ...between, ...page }
    expect(breaches(sources)).toEqual([expect.stringContaining('a page uses it')])
    expect(breaches({ ...sources, [control]: '' })).toEqual([])
  })

  it('accepts an unmarked part of an unused control', () => {
    const whole = { 'packages/ui/src/fields/dials.tsx': `${marked}import './dial.tsx'` }
    expect(breaches({ [control]: '', ...whole })).toEqual([])
  })
})

describe('access rules', () => {
  it('refuse to read the runtime configuration outside lib/env.ts', () => {
    const rule = access.runtimeConfigIsReadInEnv
    const reads = [`document.getElementById('runtime-config')`, 'console.log(import.meta.env.MODE)']
    for (const text of reads) {
      expect(check(rule, 'apps/portal/src/lib/request/queries.ts', text)).toHaveLength(1)
      expect(check(rule, 'apps/portal/src/lib/env.ts', text)).toEqual([])
    }
  })

  it('refuse Drizzle outside stores and db/', () => {
    const rule = access.databaseStaysInStores
    expect(
      check(rule, 'apps/api/src/features/a/a-routes.ts', `import { eq } from 'drizzle-orm'`),
    ).toHaveLength(1)
    expect(check(rule, 'apps/api/src/features/a/a-store.ts', `import { eq } from 'drizzle-orm'`)).toEqual([])
    expect(check(rule, 'apps/api/src/features/a/a-store.ts', `import { Pool } from 'pg'`)).toHaveLength(1)
    expect(
      check(rule, 'apps/api/src/db/open-database.ts', `import { drizzle } from 'drizzle-orm/node-postgres'`),
    ).toEqual([])
  })

  it('refuse a transaction outside actions and jobs', () => {
    const rule = access.transactionsBelongToActions
    const text = 'await database.transaction((tx) => insertNote(tx))'
    expect(check(rule, 'apps/api/src/features/a/a-routes.ts', text)).toHaveLength(1)
    expect(check(rule, 'apps/api/src/features/staff/a/a-rules.ts', text)).toHaveLength(1)
    expect(check(rule, 'apps/api/src/features/a/a-actions.ts', text)).toEqual([])
    expect(check(rule, 'apps/api/src/features/a/a-jobs.ts', text)).toEqual([])
    expect(check(rule, 'apps/api/src/features/a/a.test.ts', text)).toEqual([])
  })

  it('refuse a call outside the folder of its noun', () => {
    const rule = access.callsAreServedByTheirNoun
    const serve = (call: string) => `server.serve(${call}, async () => undefined)`
    expect(check(rule, 'apps/api/src/features/sign-in/a-routes.ts', serve('sessions.list'))).toEqual([
      'apps/api/src/features/sign-in/a-routes.ts: serve sessions.list from features/sessions',
    ])
    expect(check(rule, 'apps/api/src/features/staff/records/a.ts', serve('staffPauses.list'))).toHaveLength(1)
    expect(check(rule, 'apps/api/src/features/sessions/a-routes.ts', serve('list'))).toHaveLength(1)
    expect(check(rule, 'apps/api/src/features/sessions/a-routes.ts', serve('sessions.list'))).toEqual([])
    expect(check(rule, 'apps/api/src/features/staff/pauses/a.ts', serve('staffPauses.list'))).toEqual([])
    expect(check(rule, 'apps/api/src/features/service-accounts/a.ts', serve('serviceAccounts.list'))).toEqual(
      [],
    )
  })

  it('refuse calls to outside services outside gateways/', () => {
    const rule = access.onlyGatewaysCallServices
    expect(
      check(rule, 'apps/api/src/features/a/a-routes.ts', `await fetch('https://example.com')`),
    ).toHaveLength(1)
    expect(check(rule, 'apps/api/src/features/a/a-routes.ts', `import Stripe from 'stripe'`)).toHaveLength(1)
    expect(check(rule, 'apps/api/src/gateways/billing/billing.ts', `import Stripe from 'stripe'`)).toEqual([])
  })

  it('refuse product code that mentions stand-ins', () => {
    const text = '// the stand-in answers 200'
    expect(check(access.productKnowsNoStandIn, 'apps/api/src/gateways/mail/mail.ts', text)).toHaveLength(1)
    expect(check(access.productKnowsNoStandIn, 'stand-ins/mail/main.ts', text)).toEqual([])
  })
})

describe('file rules', () => {
  it.each(['utils', 'misc', 'helpers', 'common', 'types', 'index'])(
    'refuse a file or folder called %s',
    (name) => {
      expect(check(names.namesAreSpecific, `apps/api/src/http/${name}.ts`)).toHaveLength(1)
      expect(check(names.namesAreSpecific, `apps/portal/src/${name}/dates.ts`)).toHaveLength(1)
    },
  )

  it('refuse names that are not kebab-case, except for routes', () => {
    expect(check(names.namesAreSpecific, 'packages/ui/src/TextField.tsx')).toHaveLength(1)
    expect(check(names.namesAreSpecific, 'packages/ui/src/fields/text-field.test.tsx')).toEqual([])
    expect(
      check(names.namesAreSpecific, 'apps/portal/src/routes/_signed-in/workspace.$workspaceId.tsx'),
    ).toEqual([])
  })

  it('refuse the 301st line of a file and the 501st line of a test', () => {
    const lines = (count: number) => '// line\n'.repeat(count)
    expect(check(names.filesStayShort, 'apps/api/src/app.ts', lines(300))).toEqual([])
    expect(check(names.filesStayShort, 'apps/api/src/app.ts', lines(301))).toEqual([
      'apps/api/src/app.ts: 301 lines, 300 are allowed',
    ])
    expect(check(names.filesStayShort, 'apps/api/src/app.test.ts', lines(500))).toEqual([])
    expect(check(names.filesStayShort, 'apps/api/src/app.test.ts', lines(501))).toHaveLength(1)
    expect(check(names.filesStayShort, 'apps/portal/src/route-tree.gen.ts', lines(900))).toEqual([])
  })

  it("refuse a package registry's host and a path of one machine", () => {
    const rule = names.filesNameNoMachine
    const host = ['registry', 'npmjs', 'org'].join('.')
    expect(check(rule, '.npmrc', `registry=https://${host}/`)).toHaveLength(1)
    expect(
      check(rule, 'package-lock.json', `"resolved": ${'"https:'}//packages.example/x.tgz"`),
    ).toHaveLength(1)
    expect(check(rule, 'README.md', ['see ', 'work', 'main'].join('/'))).toHaveLength(1)
    expect(check(rule, 'README.md', 'see docs/work/notes.md and https://example.com/home/page/')).toEqual([])
  })

  it('refuse an import without its extension', () => {
    const rule = names.importsCarryExtensions
    const path = 'apps/portal/src/features/tokens/tokens-page.tsx'
    expect(check(rule, path, `import { b } from '../../lib/api'`)).toHaveLength(1)
    expect(check(rule, path, `import t from './a.md?raw'`)).toEqual([])
  })

  it('refuse a reference to a handbook page or heading that does not exist', () => {
    const path = 'apps/api/src/features/members/member-routes.ts'
    const page = ['docs', 'product', 'members.md'].join('/')
    expect(check(handbookRule, path, `// See ${page}#no-such-heading.`)).toHaveLength(1)
    expect(check(handbookRule, path, `// See ${page.replace('members', 'no-such-page')}.`)).toHaveLength(1)
    expect(check(handbookRule, path, `// See ${page}#removing.`)).toEqual([])
  })

  it('refuse a security document that names a missing test or title', () => {
    const path = 'docs/security.md'
    const title = '"refuse a security document that names a missing test or title"'
    expect(check(testRule, path, 'See `tools/no-such.test.ts`.')).toHaveLength(1)
    expect(check(testRule, path, 'See `http/no-such.test.ts`.')).toHaveLength(1)
    const missing = ['"no', 'such', 'title"'].join(' ')
    expect(check(testRule, path, `See \`tools/house-rules.test.ts\`: ${missing}.`)).toHaveLength(1)
    expect(check(testRule, path, `See \`tools/house-rules.test.ts\`: ${title}.`)).toEqual([])
    expect(check(testRule, path, 'See `http/errors.test.ts`.')).toEqual([])
  })

  it('refuse a citation of a document outside the repository', () => {
    expect(
      check(citationsStayInside, 'apps/api/src/app.ts', `// As in ${'spec'.toUpperCase()} section 2.`),
    ).toHaveLength(1)
    expect(check(citationsStayInside, 'apps/api/src/app.ts', '// As the specification says.')).toEqual([])
  })
})
