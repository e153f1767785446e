/** The rules of who may touch what: the environment, the database, the world outside. */
import { testFilePattern } from './layers.ts'
import type { ParsedFile } from './parsed-file.ts'
import { resolveImport } from './resolve-import.ts'

const environmentReaders = [
  /^apps\/api\/src\/config\.ts$/,
  /^apps\/portal\/server\/config\.ts$/,
  /^(tools|lab|stand-ins|apps\/portal\/build)\//,
  /(^|\/)[a-z-]+\.config\.ts$/,
  testFilePattern,
]

/** Only the configuration reads the environment. */
export function environmentIsReadInConfig(files: readonly ParsedFile[]): string[] {
  return files
    .filter(
      ({ path, readsProcessEnv }) =>
        readsProcessEnv && !environmentReaders.some((reader) => reader.test(path)),
    )
    .map(({ path }) => `${path}: process.env is for config.ts to read`)
}

const portalConfigurationReader = /^apps\/portal\/src\/lib\/env\.ts$/

/** Only `lib/env.ts` reads what the portal was configured with. */
export function runtimeConfigIsReadInEnv(files: readonly ParsedFile[]): string[] {
  return files
    .filter(({ path }) => /^(apps\/portal|packages)\/.*src\//.test(path) && !testFilePattern.test(path))
    .filter(({ path }) => !portalConfigurationReader.test(path))
    .flatMap(({ path, readsImportMetaEnv, strings }) => [
      ...(readsImportMetaEnv ? [`${path}: import.meta.env is for lib/env.ts to read`] : []),
      ...(strings.includes('runtime-config')
        ? [`${path}: the runtime configuration is for lib/env.ts to read`]
        : []),
    ])
}

const drizzleUsers =
  /^apps\/api\/(src\/(db|testing)\/|src\/features\/[^/]+\/[^/]+-store\.ts$|drizzle\.config\.ts$)/
const driverUsers = /^apps\/api\/src\/(db|jobs|testing)\//

/** Drizzle in stores and `db/`, the drivers below it in `db/` and the job queue. */
export function databaseStaysInStores(files: readonly ParsedFile[]): string[] {
  return packageUses(files, (path) => path.startsWith('apps/') && !testFilePattern.test(path)).flatMap(
    ({ path, name }) => {
      if (/^drizzle-(orm|kit)$/.test(name) && !drizzleUsers.test(path)) {
        return [`${path}: Drizzle belongs in a *-store.ts or in db/`]
      }
      if (/^(pg|@electric-sql\/pglite)$/.test(name) && !driverUsers.test(path)) {
        return [`${path}: ${name} belongs in db/`]
      }
      return []
    },
  )
}

const outsideServices =
  /^(openid-client|nodemailer|stripe|posthog-node|axios|undici|node:(http|https|net|tls|dgram|dns)|(http|https|net|tls))$/
const listeners = /^apps\/api\/src\/(server|app)\.ts$/
/** `http/` answers with it, it does not ask. */
const isListening = (path: string, name: string) =>
  name === 'node:http' && /^apps\/api\/src\/http\//.test(path)

/** Only `gateways/` talk to outside services. */
export function gatewaysTalkToTheWorld(files: readonly ParsedFile[]): string[] {
  const isBound = (path: string) =>
    /^apps\/api\/src\//.test(path) &&
    !/^apps\/api\/src\/(gateways|db)\//.test(path) &&
    !listeners.test(path) &&
    !testFilePattern.test(path)
  return [
    ...packageUses(files, isBound)
      .filter(
        ({ path, name, isTypeOnly }) => outsideServices.test(name) && !isTypeOnly && !isListening(path, name),
      )
      .map(({ path, name }) => `${path}: ${name} belongs in gateways/`),
    ...files
      .filter(({ path, callsFetch }) => callsFetch && isBound(path))
      .map(({ path }) => `${path}: fetch belongs in gateways/`),
  ]
}

/** The product knows nothing of what stands in for the real services. */
export function productKnowsNoStandIn(files: readonly ParsedFile[]): string[] {
  return files
    .filter(({ path }) => /^apps\/[^/]+\/src\//.test(path) && !testFilePattern.test(path))
    .filter(({ text }) => /\bstand-?ins?\b/i.test(text))
    .map(({ path }) => `${path}: the product may not speak of what stands in for a service`)
}

function packageUses(files: readonly ParsedFile[], isBound: (path: string) => boolean) {
  return files
    .filter(({ path }) => isBound(path))
    .flatMap(({ path, imports }) =>
      imports.flatMap(({ specifier, isTypeOnly }) => {
        const target = resolveImport(path, specifier)
        return target.kind === 'package' ? [{ path, name: target.name, isTypeOnly }] : []
      }),
    )
}
