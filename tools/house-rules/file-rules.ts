/** The rules for every file: names, lengths, import extensions and machine-specific content. */
import type { FileWithText, ParsedFile } from './parsed-file.ts'

/** Files that are never part of the product. */
export const testFilePattern =
  /(\.test\.tsx?|\.stories\.tsx|\.e2e\.ts)$|\/(testing|e2e|\.storybook)\/|(^|\/)[a-z-]+\.config\.ts$/

const sourcePattern = /^(apps|packages|stand-ins|tools|lab)\/.*\.(ts|tsx|js|mjs|css)$|^[^/]+\.ts$/
const generatedPattern = /\.gen\.ts$|\/migrations\//

const maxLines = 300
const maxTestLines = 500

const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*$/
const forbiddenNames = /^(utils?|misc|helpers?|commons?|types?|index)$/
/** The router requires that a file in this folder is named after its URL. */
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
  // A tool names its own configuration file, such as `.size-limit.ts`.
  const [name = '', ...suffixes] = fileName.replace(/^\./, '').split('.').slice(0, -1)
  const names = [...segments.filter((segment) => !toolFolders.has(segment)), name]
  const vague = names.find((part) => forbiddenNames.test(part))
  if (vague) return `${path}: "${vague}" is too vague, name the file after its content`
  const odd = [...names, ...suffixes].find((part) => !kebabCase.test(part))
  return odd === undefined ? undefined : `${path}: "${odd}" is not kebab-case`
}

/** File and folder names are kebab-case and not vague. */
export function namesAreSpecific(files: readonly FileWithText[]): string[] {
  return files
    .filter(({ path }) => isSource(path))
    .map(({ path }) => nameBreach(path))
    .filter((breach) => breach !== undefined)
}

/** A file has at most 300 lines, a test or story at most 500. */
export function filesStayShort(files: readonly FileWithText[]): string[] {
  return files
    .filter(({ path }) => isSource(path))
    .flatMap(({ path, text }) => {
      const limit = testFilePattern.test(path) ? maxTestLines : maxLines
      const lines = linesOf(text)
      return lines > limit ? [`${path}: ${lines} lines, ${limit} are allowed`] : []
    })
}

/** Returns the median length of a source file. Tests don't count. */
export function medianLines(files: readonly FileWithText[]): number {
  const lengths = files
    .filter(({ path }) => isSource(path) && !testFilePattern.test(path))
    .map(({ text }) => linesOf(text))
    .sort((a, b) => a - b)
  return lengths[Math.floor(lengths.length / 2)] ?? 0
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

const extensionPattern = /\.(tsx?|js|mjs|css|json|svg|md|sql)$/

/** Relative imports carry their extension because Node runs the source files without a bundler. */
export function importsCarryExtensions(files: readonly ParsedFile[]): string[] {
  return files.flatMap((file) =>
    file.imports.flatMap(({ specifier }) => {
      const [bare = ''] = specifier.split('?', 1)
      if (!/^[.#]/.test(bare) || extensionPattern.test(bare)) return []
      return [`${file.path}: the import of ${specifier} lacks its extension`]
    }),
  )
}
