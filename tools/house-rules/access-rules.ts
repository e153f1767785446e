/** Which files may use the runtime configuration, the database and outside services, and which serve a call. */
import { calls } from '@portal/contract/calls'
import { testFilePattern } from './file-rules.ts'
import type { ParsedFile } from './parsed-file.ts'

const portalConfigurationReader = /^apps\/portal\/src\/lib\/env\.ts$/

/** Only `lib/env.ts` reads the portal's runtime configuration. */
export function runtimeConfigIsReadInEnv(files: readonly ParsedFile[]): string[] {
  return files
    .filter(({ path }) => /^(apps\/portal|packages)\/.*src\//.test(path) && !testFilePattern.test(path))
    .filter(({ path }) => !portalConfigurationReader.test(path))
    .flatMap(({ path, readsImportMetaEnv, strings }) => [
      ...(readsImportMetaEnv ? [`${path}: read import.meta.env in lib/env.ts`] : []),
      ...(strings.includes('runtime-config')
        ? [`${path}: read the runtime configuration in lib/env.ts`]
        : []),
    ])
}

const drizzleUsers = /^apps\/api\/(src\/(db|testing)\/|src\/.+-(store|table)\.ts$|drizzle\.config\.ts$)/
const driverUsers = /^apps\/api\/src\/(db|jobs|testing)\//

/** Only stores, tables and `db/` use Drizzle. Only `db/` and the job queue use the database drivers. */
export function databaseStaysInStores(files: readonly ParsedFile[]): string[] {
  return packageUses(files, (path) => path.startsWith('apps/') && !testFilePattern.test(path)).flatMap(
    ({ path, name }) => {
      if (/^drizzle-(orm|kit)$/.test(name) && !drizzleUsers.test(path)) {
        return [`${path}: Drizzle belongs in a *-store.ts or in db/`]
      }
      if (name === 'pg' && !driverUsers.test(path)) {
        return [`${path}: ${name} belongs in db/`]
      }
      return []
    },
  )
}

const featureFolder = /^apps\/api\/src\/features\/((?:staff\/)?[a-z-]+)\/(?!.*\.test\.ts$)/

/** `serviceAccounts` belongs to `service-accounts`, and `staffPauses` to `staff/pauses`. */
const folderOf = (noun: string) =>
  noun.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/^staff-/, 'staff/')

/** Every call is served from the folder of its noun. */
export function callsAreServedByTheirNoun(files: readonly ParsedFile[]): string[] {
  return files.flatMap(({ path, servedCalls }) => {
    const folder = featureFolder.exec(path)?.[1]
    if (folder === undefined) return []
    return servedCalls.flatMap((call) => {
      const [noun = '', verb] = call.split('.')
      if (verb === undefined) return [`${path}: serve a call of the contract as noun.verb, not ${call}`]
      return folderOf(noun) === folder ? [] : [`${path}: serve ${call} from features/${folderOf(noun)}`]
    })
  })
}

/** Every noun of the contract has outcome rows in a test of a feature. */
export function nounsHaveOutcomes(files: readonly ParsedFile[]): string[] {
  const tests = files.filter(({ path }) => /^apps\/api\/src\/features\/.*\.test\.ts$/.test(path))
  const nouns = new Set(calls.map(({ name }) => name.split('.', 1)[0]))
  return [...nouns]
    .filter((noun) => !tests.some(({ text }) => text.includes(`testOutcomes(test, ${noun}, `)))
    .map((noun) => `apps/api/src/features: call testOutcomes for ${noun} in the test of its routes`)
}

const outsideServices =
  /^(openid-client|nodemailer|stripe|posthog-node|axios|undici|node:(http|https|net|tls|dgram|dns)|(http|https|net|tls))$/
const listeners = /^apps\/api\/src\/(server|app)\.ts$/
/** `http/` uses node:http to answer requests, not to send them. */
const isListening = (path: string, name: string) =>
  name === 'node:http' && /^apps\/api\/src\/http\//.test(path)

/** Only `gateways/` call outside services. */
export function onlyGatewaysCallServices(files: readonly ParsedFile[]): string[] {
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

/** The product behaves the same in front of real services, so its code doesn't mention stand-ins. */
export function productKnowsNoStandIn(files: readonly ParsedFile[]): string[] {
  return files
    .filter(({ path }) => /^apps\/[^/]+\/src\//.test(path) && !testFilePattern.test(path))
    .filter(({ text }) => /\bstand-?ins?\b/i.test(text))
    .map(({ path }) => `${path}: product code may not mention stand-ins`)
}

function packageName(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

function packageUses(files: readonly ParsedFile[], isBound: (path: string) => boolean) {
  return files
    .filter(({ path }) => isBound(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ specifier }) => !/^[.#]/.test(specifier))
        .map(({ specifier, isTypeOnly }) => ({ path, name: packageName(specifier), isTypeOnly })),
    )
}
