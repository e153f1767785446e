/** The rules for the names and the content of every file. */
import { calls } from '@portal/contract/calls'
import type { FileWithText } from './tracked-files.ts'

/** Files that are never part of the product. */
const testFilePattern =
  /(\.test\.tsx?|\.stories\.tsx|\.e2e\.ts)$|\/(testing|e2e|\.storybook)\/|(^|\/)[a-z-]+\.config\.ts$/

const sourcePattern = /^(apps|packages|stand-ins|tools|lab)\/.*\.(ts|tsx|js|mjs|css)$|^[^/]+\.ts$/
/** The router requires that a route is named after its URL, and tools name what they generate. */
const namedByTools = /\.gen\.ts$|\/migrations\/|^apps\/portal\/src\/routes\//
const kebabCasePath = /^(\.?[a-z0-9]+(-[a-z0-9]+)*[/.])+[a-z]+$/
const vagueName = /(^|\/)(utils?|misc|helpers?|commons?|types?|index)[/.]/

/** File and folder names are kebab-case and not vague. */
export function namesAreSpecific(files: readonly FileWithText[]): string[] {
  return files
    .filter(({ path }) => sourcePattern.test(path) && !namedByTools.test(path))
    .filter(({ path }) => !kebabCasePath.test(path) || vagueName.test(path))
    .map(({ path }) => `${path}: names are kebab-case and say what the file contains`)
}

// Split into pieces so that this file passes its own rule.
const registryHosts = new RegExp(
  ['registry\\.npmjs', '\\.org|registry\\.yarnpkg', '|//[\\w.-]*(artifactory|nexus|verdaccio)'].join(''),
  'i',
)
const machinePaths = new RegExp(`(^|[\\s'"\`(=:])/(work|root|Users|home/[a-z0-9_-]+)${'/'}`, 'm')

/** No file names a package registry's host or a path of one machine. */
export function filesNameNoMachine(files: readonly FileWithText[]): string[] {
  return files.flatMap(({ path, text }) => [
    ...(registryHosts.test(text) || (path.endsWith('package-lock.json') && /"resolved": "https?:/.test(text))
      ? [`${path}: the file names a package registry's host`]
      : []),
    ...(machinePaths.test(text)
      ? [`${path}: the file contains a path of one machine: ${machinePaths.exec(text)?.[0].trim()}`]
      : []),
  ])
}

/** Only `lib/env.ts` reads the portal's runtime configuration. */
export function runtimeConfigIsReadInEnv(files: readonly FileWithText[]): string[] {
  return files
    .filter(({ path }) => /^(apps\/portal|packages)\/.*src\//.test(path) && !testFilePattern.test(path))
    .filter(({ path }) => path !== 'apps/portal/src/lib/env.ts')
    .filter(({ text }) => /import\.meta\.env\b|['"]runtime-config['"]/.test(text))
    .map(({ path }) => `${path}: read the runtime configuration in lib/env.ts`)
}

/** The product behaves the same in front of real services, so its code doesn't mention stand-ins. */
export function productKnowsNoStandIn(files: readonly FileWithText[]): string[] {
  return files
    .filter(({ path }) => /^apps\/[^/]+\/src\//.test(path) && !testFilePattern.test(path))
    .filter(({ text }) => /\bstand-?ins?\b/i.test(text))
    .map(({ path }) => `${path}: product code may not mention stand-ins`)
}

const featureFolder = /^apps\/api\/src\/features\/((?:staff\/)?[a-z-]+)\/(?!.*\.test\.ts$)/

/** `serviceAccounts` belongs to `service-accounts`, and `staffPauses` to `staff/pauses`. */
const folderOf = (noun: string) =>
  noun.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/^staff-/, 'staff/')

/** Every call is served from the folder of its noun, as `server.serve(noun.verb, …)`. */
export function callsAreServedByTheirNoun(files: readonly FileWithText[]): string[] {
  return files.flatMap(({ path, text }) => {
    const folder = featureFolder.exec(path)?.[1]
    if (folder === undefined) return []
    return [...text.matchAll(/\.serve\(\s*([\w.]+)/g)]
      .map(([, call = '']) => call.split('.'))
      .filter(([noun = '', verb]) => verb === undefined || folderOf(noun) !== folder)
      .map((call) => `${path}: serve ${call.join('.')} as noun.verb from the folder of its noun`)
  })
}

/** Every noun of the contract has outcome rows in a test of a feature. */
export function nounsHaveOutcomes(files: readonly FileWithText[]): string[] {
  const tests = files.filter(({ path }) => /^apps\/api\/src\/features\/.*\.test\.ts$/.test(path))
  const nouns = new Set(calls.map(({ name }) => name.split('.', 1)[0]))
  return [...nouns]
    .filter((noun) => !tests.some(({ text }) => text.includes(`testOutcomes(test, ${noun}, `)))
    .map((noun) => `apps/api/src/features: call testOutcomes for ${noun} in the test of its routes`)
}
