/**
 * The import rules of the layers (docs/architecture.md#who-may-import-whom). Type imports count like any other, unless a
 * rule excepts them.
 */

/** Tests, stories and configuration may import what they test or configure. */
const notProduct = [
  '\\.(test|stories|e2e)\\.(ts|tsx)$',
  '/(testing|e2e|\\.storybook)/',
  '(^|/)[a-z-]+\\.config\\.ts$',
]

const contract = '^packages/contract/src/'
const client = '^packages/client/src/'
const ui = '^packages/ui/src/'
const portal = '^apps/portal/src/'
const api = '^apps/api/src/'
const packages = '(^|/)node_modules/'

/** Allows the files of `from` to import packages, Node's modules and the files of `to`, and forbids the rest. */
const only = (name, from, to, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: notProduct },
  to: {
    pathNot: [...to, packages],
    dependencyTypesNot: ['core'],
  },
})

/** Forbids the files of `from` to import what matches `to`. */
const never = (name, from, to, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: notProduct },
  to,
})

/** Each folder of the API's `features/` is a feature, and so is each folder of `features/staff/`. */
const apiFeature = `${api}features/(staff/[^/]+|[^/]+)/`

const workspace = '^((?:apps|packages)/[^/]+|stand-ins)'
const testFile = '(\\.(test|stories|e2e)\\.|/(testing|e2e|\\.storybook)/)'

export default {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Files that import each other cannot be read one at a time.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      comment: 'No rule can judge an import that leads nowhere.',
      severity: 'error',
      from: {
        path: '^(apps|packages|stand-ins|tools|lab)/',
        // They import the packed client and generated types, which tests provide.
        pathNot: '^packages/client/examples/',
      },
      to: { couldNotResolve: true },
    },
    only(
      'contract',
      contract,
      [contract],
      'The contract runs in the browser and on the server, and imports no other code of this repository.',
    ),
    never(
      'contract-packages',
      contract,
      { path: 'node_modules/', pathNot: 'node_modules/(@types/)?(zod|ms)/' },
      'The contract needs no package but zod and ms.',
    ),
    never('contract-node', contract, { dependencyTypes: ['core'] }, 'The contract also runs in a browser.'),
    only('client', client, [client, contract], 'The client of programs knows the calls and nothing else.'),
    never(
      'client-packages',
      client,
      { path: 'node_modules/', pathNot: 'node_modules/@types/' },
      'A program that uses the client installs no other packages.',
    ),
    only('ui', ui, [ui], 'The design system knows nothing of the product.'),
    never(
      'ui-packages',
      ui,
      { path: 'node_modules/(@tanstack|posthog-js|@opentelemetry)/' },
      'The design system has no router, no queries and no analytics.',
    ),
    never('ui-node', ui, { dependencyTypes: ['core'] }, 'The design system runs in a browser.'),
    only('portal-routes', `${portal}routes/`, [portal, contract, ui], 'Routes combine features and shell.'),
    never(
      'portal-routes-entry',
      `${portal}routes/`,
      { path: `${portal}[^/]+$`, dependencyTypesNot: ['type-only'] },
      'The entry files load the routes. A route may use their types.',
    ),
    only(
      'portal-features',
      `${portal}features/`,
      [`${portal}features/`, `${portal}lib/`, contract, ui],
      'Features know each other and what lies below them.',
    ),
    only(
      'portal-shell',
      `${portal}shell/`,
      [`${portal}(shell|features|lib)/`, contract, ui],
      'The shell surrounds the pages and does not know their routes.',
    ),
    never(
      'portal-requests',
      `${portal}(features|shell|routes)/`,
      { path: `${portal}lib/request/request\\.ts$`, dependencyTypesNot: ['type-only'] },
      'Reads use `apiQuery` or `apiPages`, writes `useApiMutation`, so that their failures are logged and announced.',
    ),
    only(
      'portal-lib',
      `${portal}lib/`,
      [`${portal}lib/`, contract, ui],
      'Infrastructure knows no feature, no route and no shell.',
    ),
    only(
      'portal-server',
      '^apps/portal/(server\\.ts|server/)',
      ['^apps/portal/(server\\.ts|server/)', contract],
      "The portal's server delivers files and knows no page.",
    ),
    never(
      'portal-server-packages',
      '^apps/portal/(server\\.ts|server/)',
      { path: 'node_modules/', pathNot: 'node_modules/(@types/)?(zod|sirv|node)/' },
      "The portal's server starts fast because it loads two packages.",
    ),
    never(
      'drizzle',
      '^apps/(?!api/(src/(db/|.+-(store|table)\\.ts$)|drizzle\\.config\\.ts$))',
      { path: 'node_modules/drizzle-(orm|kit)/' },
      'Drizzle belongs in a store, a table or db/.',
    ),
    never(
      'database-driver',
      '^apps/(?!api/src/(db|jobs)/)',
      { path: 'node_modules/(@types/)?pg/' },
      'The driver belongs in db/ or in the job queue.',
    ),
    never(
      'outside-services',
      `${api}(?!(gateways|db)/|http/logs/metrics-server\\.ts$|(server|app)\\.ts$)`,
      {
        path: 'node_modules/(openid-client|nodemailer|stripe|posthog-node|axios|undici)/|^(http|https|net|tls|dgram|dns)$',
        dependencyTypesNot: ['type-only'],
      },
      'Only gateways talk to outside services.',
    ),
    only('api-stores', `${api}features/.*-store\\.ts$`, [api, contract], 'A store is part of the API.'),
    never(
      'api-stores-below',
      `${api}features/.*-store\\.ts$`,
      { path: `${api}(features/.*-(routes|actions|mails|jobs)\\.ts$|gateways/|jobs/|observability/)` },
      'A store reads and writes rows, and calls nothing above it.',
    ),
    never(
      'api-features-apart',
      apiFeature,
      {
        path: `${api}features/`,
        pathNot: [
          `${api}features/$1/`,
          `${api}features/staff/[^/]+\\.ts$`,
          `${api}features/.*-(table|store|actions|body)\\.ts$`,
        ],
        dependencyTypesNot: ['type-only'],
      },
      'Of another feature, a feature may import only tables, stores, actions, bodies and types.',
    ),
    never(
      'api-features-above',
      `${api}features/`,
      { path: `${api}((app|server|services)\\.ts$|jobs/|observability/)`, dependencyTypesNot: ['type-only'] },
      'The app starts the features, the jobs and the observability. A feature may use their types.',
    ),
    never(
      'api-features-database',
      `${api}features/(?!.*-(store|table)\\.ts$)`,
      { path: `${api}(db/|features/.*-table\\.ts$)`, dependencyTypesNot: ['type-only'] },
      'SQL belongs in a store. A feature may use the types of the database.',
    ),
    only(
      'api-tables',
      `${api}(features|guard)/.*-table\\.ts$`,
      [`${api}.*-table\\.ts$`, `${api}db/(columns|table)\\.ts$`, contract],
      'Every folder may import a table, so a table imports nothing but tables and the contract.',
    ),
    only(
      'api-http',
      `${api}http/`,
      [`${api}(http|guard|crypto)/`, `${api}config\\.ts$`, `${api}db/database-errors\\.ts$`, contract],
      'What every call needs knows no feature.',
    ),
    only(
      'api-guard',
      `${api}guard/`,
      [`${api}(guard|http|crypto|db)/`, `${api}features/.*-table\\.ts$`, `${api}config\\.ts$`, contract],
      'The guard knows the tables of the credentials, and no feature.',
    ),
    only(
      'api-crypto',
      `${api}crypto/`,
      [`${api}crypto/`, `${api}http/errors/refusal\\.ts$`, `${api}config\\.ts$`, contract],
      'Secrets and keys know no call.',
    ),
    only(
      'api-gateways',
      `${api}gateways/`,
      [`${api}gateways/`, `${api}config\\.ts$`, contract],
      'A gateway speaks to one outside service and knows no feature.',
    ),
    only(
      'api-db',
      `${api}db/`,
      [`${api}db/`, `${api}.*-table\\.ts$`, `${api}config\\.ts$`, contract],
      'The database knows no feature.',
    ),
    only(
      'api-config',
      `${api}config(-fields)?\\.ts$`,
      [`${api}config-fields\\.ts$`, contract],
      'Everything reads the configuration.',
    ),
    never(
      'api-config-packages',
      `${api}config(-fields)?\\.ts$`,
      { path: 'node_modules/', pathNot: 'node_modules/(@types/)?(zod|ms|jose|node)/' },
      'The configuration only parses and checks.',
    ),
    only(
      'api-jobs',
      `${api}jobs/`,
      [
        `${api}(jobs|gateways|db)/`,
        `${api}features/.*-store\\.ts$`,
        `${api}(config|services)\\.ts$`,
        contract,
      ],
      'The job queue calls stores and gateways. The jobs of a feature are registered in run-server.ts.',
    ),
    only(
      'api-observability',
      `${api}observability/`,
      [`${api}(observability|gateways|db|jobs)/`, `${api}config\\.ts$`, contract],
      'Metrics and traces name calls, statements and jobs, and know no feature.',
    ),
    only(
      'cli',
      '^apps/cli/',
      ['^apps/cli/', client, contract],
      'The command line calls the API like any other program, with the calls of the contract.',
    ),
    only(
      'stand-ins',
      '^stand-ins/',
      ['^stand-ins/'],
      'If stand-ins shared code with the product, a mistake in that code would hide itself.',
    ),
    never(
      'testing-is-for-tests',
      '^(apps|packages|stand-ins)/',
      { path: '/testing/' },
      'Only tests may import a testing folder.',
    ),
    never(
      'workspaces-apart',
      `${workspace}/`,
      { path: '^(apps|stand-ins)/', pathNot: '^$1/' },
      'An app imports no other app, and a package imports no app.',
    ),
    {
      name: 'tests-stay-in-their-workspace',
      comment: 'A test may also use the contract, the client, the design system and the tools.',
      severity: 'error',
      from: { path: `${workspace}.*${testFile}` },
      to: { path: '^(apps|packages|stand-ins)/', pathNot: ['^$1/', contract, client, ui] },
    },
  ],
  options: {
    // TypeScript 7 has no compiler API yet (docs/decisions/0024-dependency-cruiser-proves-the-layers.md). The swc parser
    // reports type imports without `tsPreCompilationDeps`, which would ask for TypeScript 6.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|storybook-static)/|\\.gen\\.ts$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default', 'node'],
    },
    moduleSystems: ['es6'],
  },
}
