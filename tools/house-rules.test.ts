/** The rules of the house (docs/architecture.md), each proved on a planted breach, and all of them on the real tree. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as access from './house-rules/access-rules.ts'
import * as names from './house-rules/file-rules.ts'
import * as imports from './house-rules/import-rules.ts'
import { type ParsedFile, parseFile } from './house-rules/parsed-file.ts'
import { trackedFiles } from './house-rules/tracked-files.ts'

type Rule = (files: readonly ParsedFile[]) => string[]

const check = (rule: Rule, path: string, text = '') => rule([parseFile({ path, text })])

const rules = {
  'imports go the way that the layers allow': imports.importsFollowLayers,
  'tests stay in their own workspace': imports.testsStayAtHome,
  'what lies in testing/ is for tests': imports.testingIsForTests,
  'imports carry their extension': imports.importsCarryExtensions,
  'only config.ts reads the environment': access.environmentIsReadInConfig,
  'only lib/env.ts reads the runtime configuration': access.runtimeConfigIsReadInEnv,
  'only stores and db/ use Drizzle': access.databaseStaysInStores,
  'only gateways talk to outside services': access.gatewaysTalkToTheWorld,
  'the product knows nothing of what stands in for a service': access.productKnowsNoStandIn,
  'names are kebab-case and say something': names.namesSaySomething,
  'no file is too long': names.filesStayShort,
  'there are no barrels': names.thereAreNoBarrels,
  'no file tells where it was made': names.filesKeepNoPlace,
} satisfies Record<string, Rule>

describe('the tree', () => {
  const files = trackedFiles(join(import.meta.dirname, '..')).map(parseFile)

  it.each(Object.entries(rules))('keeps the rule: %s', (_name, rule) => {
    expect(rule(files)).toEqual([])
  })

  it('has files of a length that one reads in one go', () => {
    console.log(`The median source file has ${names.medianLines(files)} lines.`)
    expect(names.medianLines(files)).toBeLessThanOrEqual(100)
  })
})

describe('imports', () => {
  const portalFeature = 'apps/portal/src/features/tokens/tokens-page.tsx'
  const apiFeature = 'apps/api/src/features/tokens/token-routes.ts'
  const breach = (path: string, text: string) => check(imports.importsFollowLayers, path, text)

  it('refuses a portal feature that imports another', () => {
    for (const specifier of ['../members/members-page.tsx', '#features/members/members-page.tsx']) {
      expect(breach(portalFeature, `import { x } from '${specifier}'`)).toEqual([
        `${portalFeature}: a portal feature may not import apps/portal/src/features/members/members-page.tsx`,
      ])
    }
    expect(breach(portalFeature, `const lazy = () => import('../members/members-page.tsx')`)).toHaveLength(1)
    expect(breach(portalFeature, `import type { X } from '../members/members-page.tsx'`)).toHaveLength(1)
    expect(breach(portalFeature, `export { x } from '../members/members-page.tsx'`)).toHaveLength(1)
  })

  it('allows a portal feature its own files, lib, the contract and the controls', () => {
    const text = `
      import { a } from './token-queries.ts'
      import { b } from '#lib/api.ts'
      import { c } from '@portal/contract/tokens'
      import { Button } from '@portal/ui/buttons/button'
      // import { x } from '../members/members-page.tsx'`
    expect(breach(portalFeature, text)).toEqual([])
  })

  it('refuses an API feature that imports the routes or rules of another, and allows its store', () => {
    expect(breach(apiFeature, `import { x } from '../members/member-routes.ts'`)).toHaveLength(1)
    expect(breach(apiFeature, `import { x } from '#features/members/member-rules.ts'`)).toHaveLength(1)
    expect(breach(apiFeature, `import { x } from '../members/member-store.ts'`)).toEqual([])
  })

  it('allows an API feature the types of the database, and its store all of it', () => {
    expect(breach(apiFeature, `import type { Orm } from '#db/database.ts'`)).toEqual([])
    expect(breach(apiFeature, `import { openDatabase } from '#db/open-database.ts'`)).toEqual([
      `${apiFeature}: an API feature may not import apps/api/src/db/open-database.ts, save for its types`,
    ])
    expect(
      breach(apiFeature.replace('routes', 'store'), `import { users } from '#db/schema/users.ts'`),
    ).toEqual([])
  })

  it('refuses the layers below to import those above', () => {
    expect(
      breach('apps/portal/src/lib/request/api.ts', `import { x } from '../features/session/session.ts'`),
    ).toHaveLength(1)
    expect(
      breach('apps/api/src/db/open-database.ts', `import { x } from '../features/tokens/token-store.ts'`),
    ).toHaveLength(1)
    expect(breach('apps/api/src/http/serve.ts', `import { x } from '#gateways/identity.ts'`)).toHaveLength(1)
    expect(
      breach('apps/portal/src/features/a/b.tsx', `import { x } from '../../../../api/src/app.ts'`),
    ).toHaveLength(1)
  })

  it('keeps the contract to zod and ms', () => {
    const path = 'packages/contract/src/tokens.ts'
    expect(breach(path, `import * as z from 'zod/mini'\nimport ms from 'ms'`)).toEqual([])
    expect(breach(path, `import { readFileSync } from 'node:fs'`)).toHaveLength(1)
    expect(breach(path, `import { Button } from '@portal/ui/buttons/button'`)).toHaveLength(1)
  })

  it('keeps the controls free of the domain, the router and the queries', () => {
    const path = 'packages/ui/src/buttons/button.tsx'
    expect(breach(path, `import { limits } from '@portal/contract/limits'`)).toHaveLength(1)
    expect(breach(path, `import { Link } from '@tanstack/react-router'`)).toHaveLength(1)
    expect(breach(path, `import { Button } from 'react-aria-components'`)).toEqual([])
  })

  it('keeps the stand-ins free of anything of ours', () => {
    const path = 'stand-ins/mail/main.ts'
    expect(breach(path, `import { limits } from '@portal/contract/limits'`)).toHaveLength(1)
    expect(breach(path, `import { x } from '../serving/page.ts'`)).toEqual([])
  })

  it('refuses product code that imports from testing/, and a test that reaches into another workspace', () => {
    const factories = `import { makeUser } from '../../testing/factories.ts'`
    expect(check(imports.testingIsForTests, apiFeature, factories)).toHaveLength(1)
    expect(check(imports.testingIsForTests, apiFeature.replace('.ts', '.test.ts'), factories)).toEqual([])
    const foreign = `import { buildMail } from '../../../../../stand-ins/mail/build-mail.ts'`
    expect(check(imports.testsStayAtHome, apiFeature.replace('.ts', '.test.ts'), foreign)).toHaveLength(1)
  })

  it('refuses an import without its extension', () => {
    expect(check(imports.importsCarryExtensions, portalFeature, `import { b } from '#lib/api'`)).toHaveLength(
      1,
    )
    expect(check(imports.importsCarryExtensions, portalFeature, `import t from './a.md?raw'`)).toEqual([])
  })
})

describe('access', () => {
  it.each([
    'export const port = process.env.API_PORT',
    `export const port = process['env'].API_PORT`,
    'export const port = globalThis.process.env.API_PORT',
    'const { env } = process\nexport const port = env.API_PORT',
    `import { env } from 'node:process'\nexport const port = env.API_PORT`,
  ])('refuses to read the environment outside config.ts: %s', (text) => {
    expect(check(access.environmentIsReadInConfig, 'apps/api/src/app.ts', text)).toHaveLength(1)
    expect(check(access.environmentIsReadInConfig, 'apps/portal/src/lib/request/api.ts', text)).toHaveLength(
      1,
    )
    expect(check(access.environmentIsReadInConfig, 'apps/api/src/config.ts', text)).toEqual([])
    expect(check(access.environmentIsReadInConfig, 'apps/portal/server/config.ts', text)).toEqual([])
  })

  it('does not take a comment for a read', () => {
    expect(
      check(access.environmentIsReadInConfig, 'apps/api/src/app.ts', '// process.env is not read here'),
    ).toEqual([])
  })

  it('refuses to read the runtime configuration outside lib/env.ts', () => {
    const rule = access.runtimeConfigIsReadInEnv
    const reads = [`document.getElementById('runtime-config')`, 'console.log(import.meta.env.MODE)']
    for (const text of reads) {
      expect(check(rule, 'apps/portal/src/lib/request/api.ts', text)).toHaveLength(1)
      expect(check(rule, 'apps/portal/src/lib/env.ts', text)).toEqual([])
    }
  })

  it('refuses Drizzle outside stores and db/', () => {
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

  it('refuses talk with the world outside gateways/', () => {
    const rule = access.gatewaysTalkToTheWorld
    expect(
      check(rule, 'apps/api/src/features/a/a-routes.ts', `await fetch('https://example.com')`),
    ).toHaveLength(1)
    expect(check(rule, 'apps/api/src/features/a/a-routes.ts', `import Stripe from 'stripe'`)).toHaveLength(1)
    expect(check(rule, 'apps/api/src/gateways/billing/billing.ts', `import Stripe from 'stripe'`)).toEqual([])
  })

  it('refuses a word of the stand-ins in the product', () => {
    const text = '// the stand-in answers 200'
    expect(check(access.productKnowsNoStandIn, 'apps/api/src/gateways/mail/mail.ts', text)).toHaveLength(1)
    expect(check(access.productKnowsNoStandIn, 'stand-ins/mail/main.ts', text)).toEqual([])
  })
})

describe('files', () => {
  it.each(['utils', 'misc', 'helpers', 'common', 'types', 'index'])('refuses a file called %s.ts', (name) => {
    expect(check(names.namesSaySomething, `apps/api/src/http/${name}.ts`)).toHaveLength(1)
    expect(check(names.namesSaySomething, `apps/portal/src/${name}/dates.ts`)).toHaveLength(1)
  })

  it('refuses names that are not kebab-case, save for routes', () => {
    expect(check(names.namesSaySomething, 'packages/ui/src/TextField.tsx')).toHaveLength(1)
    expect(check(names.namesSaySomething, 'packages/ui/src/fields/text-field.test.tsx')).toEqual([])
    expect(
      check(names.namesSaySomething, 'apps/portal/src/routes/_signed-in/workspace.$workspaceId.tsx'),
    ).toEqual([])
  })

  it('refuses the 301st line, and the 501st of a test', () => {
    const lines = (count: number) => '// line\n'.repeat(count)
    expect(check(names.filesStayShort, 'apps/api/src/app.ts', lines(300))).toEqual([])
    expect(check(names.filesStayShort, 'apps/api/src/app.ts', lines(301))).toEqual([
      'apps/api/src/app.ts: 301 lines, 300 are allowed',
    ])
    expect(check(names.filesStayShort, 'apps/api/src/app.test.ts', lines(500))).toEqual([])
    expect(check(names.filesStayShort, 'apps/api/src/app.test.ts', lines(501))).toHaveLength(1)
    expect(check(names.filesStayShort, 'apps/portal/src/route-tree.gen.ts', lines(900))).toEqual([])
  })

  it('refuses a file that only passes on what others export', () => {
    const rule = names.thereAreNoBarrels
    expect(
      check(rule, 'packages/ui/src/controls.ts', `export * from './button.tsx'\nexport const a = 1`),
    ).toHaveLength(1)
    expect(check(rule, 'packages/ui/src/controls.ts', `export { Button } from './button.tsx'`)).toHaveLength(
      1,
    )
    expect(
      check(rule, 'packages/ui/src/controls.ts', `export { x } from './x.ts'\nexport const a = 1`),
    ).toEqual([])
  })

  it("refuses a registry's host and a path of one machine", () => {
    const rule = names.filesKeepNoPlace
    const host = ['registry', 'npmjs', 'org'].join('.')
    expect(check(rule, '.npmrc', `registry=https://${host}/`)).toHaveLength(1)
    expect(
      check(rule, 'package-lock.json', `"resolved": ${'"https:'}//packages.example/x.tgz"`),
    ).toHaveLength(1)
    expect(check(rule, 'README.md', ['see ', 'work', 'main'].join('/'))).toHaveLength(1)
    expect(check(rule, 'README.md', 'see docs/work/notes.md and https://example.com/home/page/')).toEqual([])
  })
})
