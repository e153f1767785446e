/** Who may import whom (docs/architecture.md), as a table: the first row whose folder fits a file is its layer. */

export interface Layer {
  name: string
  folder: RegExp
  /** Files of ours that it may import, beyond those of its own layer. */
  mayImport: readonly RegExp[]
  /** Files of which it may import types alone. */
  mayImportTypesOf?: readonly RegExp[]
  /** When given, the only packages that it may import. */
  onlyPackages?: RegExp
  neverPackages?: RegExp
  /** Two files of this layer are in the same room when this part of their paths is equal. */
  room?: RegExp
}

const contract = /^packages\/contract\/src\//
const ui = /^packages\/ui\/src\//
const portalLib = /^apps\/portal\/src\/lib\//
const portalShell = /^apps\/portal\/src\/shell\//
const portalFeatures = /^apps\/portal\/src\/features\//
const apiStores = /^apps\/api\/src\/features\/[^/]+\/[^/]+-store\.ts$/
const apiDb = /^apps\/api\/src\/db\//
const apiHttp = /^apps\/api\/src\/http\//
const apiGateways = /^apps\/api\/src\/gateways\//
const apiJobs = /^apps\/api\/src\/jobs\//
const apiConfig = /^apps\/api\/src\/config\.ts$/
const apiServices = /^apps\/api\/src\/services\.ts$/
const apiDatabaseErrors = /^apps\/api\/src\/db\/database-errors\.ts$/
/** Everything of a feature but its routes: a type of it says nothing of how it works. */
const apiFeatureTypes = /^apps\/api\/src\/features\/(?!.*-routes\.ts$)/

/** Files that are never part of the product: they may import what they prove. */
export const testFilePattern =
  /(\.test\.tsx?|\.stories\.tsx|\.e2e\.ts)$|\/(testing|e2e|\.storybook)\/|(^|\/)[a-z-]+\.config\.ts$/

export const layers: readonly Layer[] = [
  {
    name: 'the contract',
    folder: contract,
    mayImport: [],
    onlyPackages: /^(zod|ms)$/,
  },
  {
    name: 'the control library',
    folder: ui,
    mayImport: [],
    neverPackages: /^(@tanstack\/|axios|posthog-js|node:|@opentelemetry\/)/,
  },
  {
    name: "the portal's entry",
    folder: /^apps\/portal\/src\/[^/]+$/,
    mayImport: [/^apps\/portal\/src\//, contract, ui],
  },
  {
    name: "the portal's routes",
    folder: /^apps\/portal\/src\/routes\//,
    mayImport: [portalFeatures, portalShell, portalLib, contract, ui],
    mayImportTypesOf: [/^apps\/portal\/src\/[^/]+$/],
  },
  {
    name: 'a portal feature',
    folder: portalFeatures,
    mayImport: [portalLib, contract, ui],
    room: /^apps\/portal\/src\/features\/([^/]+)\//,
  },
  {
    name: "the portal's shell",
    folder: portalShell,
    mayImport: [portalLib, contract, ui],
  },
  {
    name: "the portal's lib",
    folder: portalLib,
    mayImport: [contract, ui],
  },
  {
    name: "the portal's server",
    folder: /^apps\/portal\/(server\.ts|server\/)/,
    mayImport: [contract],
    onlyPackages: /^(node:.+|zod|sirv)$/,
  },
  {
    name: "the API's app",
    folder: /^apps\/api\/src\/(app|server|services)\.ts$/,
    mayImport: [/^apps\/api\/src\//, contract],
  },
  {
    name: "the API's configuration",
    folder: apiConfig,
    mayImport: [contract],
    onlyPackages: /^(node:.+|zod|ms|jose)$/,
  },
  {
    name: 'an API store',
    folder: apiStores,
    mayImport: [apiDb, apiStores, contract],
    mayImportTypesOf: [apiHttp, apiFeatureTypes],
  },
  {
    name: 'an API feature',
    folder: /^apps\/api\/src\/features\//,
    mayImport: [apiStores, apiGateways, apiHttp, apiConfig, contract],
    mayImportTypesOf: [apiDb, apiServices, apiFeatureTypes],
    room: /^apps\/api\/src\/features\/([^/]+)\//,
  },
  {
    name: "the API's HTTP layer",
    folder: apiHttp,
    mayImport: [apiDatabaseErrors, apiConfig, contract],
    mayImportTypesOf: [apiDb],
  },
  {
    name: 'an API gateway',
    folder: apiGateways,
    mayImport: [apiConfig, contract],
  },
  {
    name: "the API's observability",
    folder: /^apps\/api\/src\/observability\//,
    mayImport: [apiGateways, apiConfig, contract],
    mayImportTypesOf: [apiDb, apiJobs],
  },
  {
    name: "the API's jobs",
    folder: apiJobs,
    mayImport: [apiStores, apiGateways, apiDb, apiConfig, contract],
    mayImportTypesOf: [apiServices],
  },
  {
    name: "the API's database",
    folder: apiDb,
    mayImport: [contract],
    mayImportTypesOf: [apiConfig],
  },
  {
    name: 'a stand-in',
    folder: /^stand-ins\//,
    mayImport: [],
  },
]
