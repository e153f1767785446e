/** The rules for files as such: their names, their length, and what no file may hold. */
import { testFilePattern } from './layers.ts'
import type { FileWithText, ParsedFile } from './parsed-file.ts'

const sourcePattern = /^(apps|packages|stand-ins|tools|lab)\/.*\.(ts|tsx|js|mjs|css)$|^[^/]+\.ts$/
const generatedPattern = /\.gen\.ts$|\/migrations\//

const maxLines = 300
const maxTestLines = 500

const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*$/
const forbiddenNames = /^(utils?|misc|helpers?|commons?|types?|index)$/
/** In the routes' folder a file is named for its address, as the router wants it. */
const routesFolder = /^apps\/portal\/src\/routes\//
const toolFolders = new Set(['.storybook', '.ci'])

function isSource(path: string): boolean {
  return sourcePattern.test(path) && !generatedPattern.test(path)
}

function linesOf(text: string): number {
  return text.replace(/\n$/, '').split('\n').length
}

function nameBreach(path: string): string | undefined {
  if (routesFolder.test(path)) return undefined
  const segments = path.split('/')
  const fileName = segments.pop() ?? ''
  const [name = '', ...suffixes] = fileName.split('.').slice(0, -1)
  const names = [...segments.filter((segment) => !toolFolders.has(segment)), name]
  const vague = names.find((part) => forbiddenNames.test(part))
  if (vague) return `${path}: "${vague}" says nothing; name it for what it holds`
  const odd = [...names, ...suffixes].find((part) => !kebabCase.test(part))
  return odd === undefined ? undefined : `${path}: "${odd}" is not kebab-case`
}

/** Names are kebab-case, and say something. */
export function namesSaySomething(files: readonly FileWithText[]): string[] {
  return files
    .filter(({ path }) => isSource(path))
    .map(({ path }) => nameBreach(path))
    .filter((breach) => breach !== undefined)
}

/** Nothing over 300 lines, tests and stories not over 500. */
export function filesStayShort(files: readonly FileWithText[]): string[] {
  return files
    .filter(({ path }) => isSource(path))
    .flatMap(({ path, text }) => {
      const limit = testFilePattern.test(path) ? maxTestLines : maxLines
      const lines = linesOf(text)
      return lines > limit ? [`${path}: ${lines} lines, ${limit} are allowed`] : []
    })
}

/** The median length of a source file, tests left out. */
export function medianLines(files: readonly FileWithText[]): number {
  const lengths = files
    .filter(({ path }) => isSource(path) && !testFilePattern.test(path))
    .map(({ text }) => linesOf(text))
    .sort((a, b) => a - b)
  return lengths[Math.floor(lengths.length / 2)] ?? 0
}

/** A file exports what it holds, not what others hold. */
export function thereAreNoBarrels(files: readonly ParsedFile[]): string[] {
  return files
    .filter(({ path, isBarrel }) => isBarrel && isSource(path))
    .map(({ path }) => `${path}: it only passes on what others export`)
}

// Written in pieces, so that this file passes its own rule.
const registryHosts = new RegExp(
  ['registry\\.npmjs', '\\.org|registry\\.yarnpkg', '|//[\\w.-]*(artifactory|nexus|verdaccio)'].join(''),
  'i',
)
const machinePaths = new RegExp(`(^|[\\s'"\`(=:])/(work|root|Users|home/[a-z0-9_-]+)${'/'}`, 'm')

/** No file tells where it was made: no registry's host, no path of one machine. */
export function filesKeepNoPlace(files: readonly FileWithText[]): string[] {
  return files.flatMap(({ path, text }) => [
    ...(registryHosts.test(text) || (path.endsWith('package-lock.json') && /"resolved": "https?:/.test(text))
      ? [`${path}: it names a registry's host`]
      : []),
    ...(machinePaths.test(text)
      ? [`${path}: it holds a path of one machine: ${machinePaths.exec(text)?.[0].trim()}`]
      : []),
  ])
}
