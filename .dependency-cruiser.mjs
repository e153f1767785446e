/**
 * Who may import whom (docs/architecture.md#layers). Each rule forbids what isn't named, and type imports count like any
 * other. `tools/house-rules/layers.test.ts` breaks every rule on purpose.
 */

const notProduct = [
  '\\.(test|stories|e2e)\\.(ts|tsx)$',
  '/(testing|e2e|\\.storybook)/',
  '(^|/)[a-z-]+\\.config\\.ts$',
]

const contract = '^packages/contract/src/'
const ui = '^packages/ui/src/'
const portal = '^apps/portal/src/'
const api = '^apps/api/src/'
const packages = '^(node:|node_modules/)|^[a-z_]+$'

/** Forbids the files of `from` every import that matches none of `to`. */
const only = (name, from, to, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: notProduct },
  to: {
    pathNot: [...to, packages],
    dependencyTypesNot: ['core', 'npm', 'npm-dev', 'npm-optional', 'npm-peer'],
  },
})

const never = (name, from, to, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: notProduct },
  to,
})

/** A feature is a folder of `features/`, or a folder of `features/staff/`. */
const portalFeature = `${portal}features/(staff/[^/]+|[^/]+)/`
const apiFeature = `${api}features/(staff/[^/]+|[^/]+)/`

export default {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Files that import each other cannot be understood one at a time. Type imports count.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: { path: '^(apps|packages|stand-ins|tools|lab)/' },
      to: { couldNotResolve: true },
    },
    only('contract', contract, [contract], 'The contract runs on both sides and imports nothing of ours.'),
    never(
      'contract-packages',
      contract,
      { path: 'node_modules/|^node:', pathNot: 'node_modules/(@types/)?(zod|ms)/' },
      'The contract needs zod and ms alone.',
    ),
    only('ui', ui, [ui], 'The design system knows nothing of the product.'),
    never(
      'ui-packages',
      ui,
      { path: 'node_modules/(@tanstack|posthog-js|@opentelemetry)/' },
      'The design system has no router, no queries and no analytics.',
    ),
    never('ui-node', ui, { dependencyTypes: ['core'] }, 'The design system runs in a browser.'),
    only(
      'portal-routes',
      `${portal}routes/`,
      [portal, contract, ui],
      'Routes put features and shell together.',
    ),
    only(
      'portal-features',
      portalFeature,
      [
        `${portal}features/$1/`,
        `${portal}features/staff/[^/]+\\.tsx?$`,
        `${portal}features/.*-queries\\.ts$`,
        `${portal}lib/`,
        contract,
        ui,
      ],
      'A feature imports nothing of another feature but its queries.',
    ),
    only(
      'portal-shell',
      `${portal}shell/`,
      [`${portal}shell/`, `${portal}features/.*-queries\\.ts$`, `${portal}lib/`, contract, ui],
      'The shell shows what features have, through their queries.',
    ),
    only('portal-lib', `${portal}lib/`, [`${portal}lib/`, contract, ui], 'Infrastructure knows no feature.'),
    only(
      'portal-server',
      '^apps/portal/(server\\.ts|server/)',
      ['^apps/portal/(server\\.ts|server/)', contract],
      "The portal's server delivers files and knows no page.",
    ),
    only(
      'api-stores',
      `${api}features/.*-store\\.ts$`,
      [api, contract],
      'Stores need the database and other stores.',
    ),
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
          `${api}features/.*-(store|actions)\\.ts$`,
        ],
        dependencyTypesNot: ['type-only'],
      },
      'Features meet in stores and actions.',
    ),
    never(
      'api-features-database',
      `${api}features/(?!.*-store\\.ts$)`,
      { path: `${api}db/`, dependencyTypesNot: ['type-only'] },
      'SQL belongs in a store. A feature may use the types of the database.',
    ),
    only(
      'api-http',
      `${api}http/`,
      [`${api}http/`, `${api}config\\.ts$`, `${api}db/database-errors\\.ts$`, contract],
      'What every call needs knows no noun.',
    ),
    only(
      'api-gateways',
      `${api}gateways/`,
      [`${api}gateways/`, `${api}config\\.ts$`, contract],
      'Gateways talk to the outside alone.',
    ),
    only(
      'api-db',
      `${api}db/`,
      [`${api}db/`, `${api}config\\.ts$`, contract],
      'The database knows no feature.',
    ),
    only(
      'stand-ins',
      '^stand-ins/',
      ['^stand-ins/'],
      'If stand-ins shared our code, a mistake in it would agree with itself.',
    ),
    never(
      'testing-is-for-tests',
      '^(apps|packages|stand-ins)/',
      { path: '/testing/' },
      'Only tests import what lies in a testing folder.',
    ),
    never(
      'workspaces-apart',
      '^(apps|packages|stand-ins)/([^/]+)/',
      { path: '^(apps|stand-ins)/', pathNot: ['^$1/', '^stand-ins/'] },
      'An app imports no other app.',
    ),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|storybook-static)/|\\.gen\\.ts$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default', 'node'],
    },
    moduleSystems: ['es6'],
  },
}
