/** The rules of who may import whom. Each takes every file and returns one sentence for each breach. */
import { type Layer, layers, testFilePattern } from './layers.ts'
import type { ImportedModule, ParsedFile } from './parsed-file.ts'
import { resolveImport } from './resolve-import.ts'

function layerOf(path: string): Layer | undefined {
  return layers.find((layer) => layer.folder.test(path))
}

function isSameRoom(layer: Layer, from: string, to: string): boolean {
  if (!layer.folder.test(to)) return false
  return !layer.room || layer.room.exec(from)?.[1] === layer.room.exec(to)?.[1]
}

function fileBreach(layer: Layer, from: string, to: string, isTypeOnly: boolean): string | undefined {
  if (isSameRoom(layer, from, to) || layer.mayImport.some((allowed) => allowed.test(to))) return undefined
  const isTypeAllowed = layer.mayImportTypesOf?.some((allowed) => allowed.test(to)) ?? false
  if (isTypeAllowed && isTypeOnly) return undefined
  const remark = isTypeAllowed ? ', save for its types' : ''
  return `${from}: ${layer.name} may not import ${to}${remark}`
}

function breachOf(file: ParsedFile, { specifier, isTypeOnly }: ImportedModule): string | undefined {
  const layer = layerOf(file.path)
  if (!layer) return undefined
  const target = resolveImport(file.path, specifier)
  if (target.kind === 'file') return fileBreach(layer, file.path, target.path, isTypeOnly)
  const isForbidden =
    (layer.onlyPackages && !layer.onlyPackages.test(target.name)) || layer.neverPackages?.test(target.name)
  return isForbidden ? `${file.path}: ${layer.name} may not import the package ${target.name}` : undefined
}

/** Imports go the way that the layers allow. */
export function importsFollowLayers(files: readonly ParsedFile[]): string[] {
  return files
    .filter(({ path }) => !testFilePattern.test(path))
    .flatMap((file) => file.imports.map((imported) => breachOf(file, imported)))
    .filter((breach) => breach !== undefined)
}

const workspaceOf = (path: string) => /^(apps|packages)\/[^/]+|^[^/]+/.exec(path)?.[0]
const mayCrossInTests = /^(packages\/(contract|ui)|tools|lab)$/

/** Even a test stays in its own workspace, save for the shared packages and the tools. */
export function testsStayAtHome(files: readonly ParsedFile[]): string[] {
  return files
    .filter(({ path }) => testFilePattern.test(path) && /^(apps|packages|stand-ins)\//.test(path))
    .flatMap((file) =>
      file.imports.flatMap(({ specifier }) => {
        const target = resolveImport(file.path, specifier)
        if (target.kind === 'package') return []
        const other = workspaceOf(target.path) ?? ''
        const isAllowed = other === workspaceOf(file.path) || other === 'legal' || mayCrossInTests.test(other)
        return isAllowed ? [] : [`${file.path}: a test may not reach into ${other}`]
      }),
    )
}

/** What lies in a `testing/` folder is for tests. */
export function testingIsForTests(files: readonly ParsedFile[]): string[] {
  return files
    .filter(({ path }) => !testFilePattern.test(path) && !/^(tools|lab)\//.test(path))
    .flatMap((file) =>
      file.imports.flatMap(({ specifier }) => {
        const target = resolveImport(file.path, specifier)
        const isTesting = target.kind === 'file' && /\/testing\//.test(target.path)
        return isTesting ? [`${file.path}: only tests may import ${target.path}`] : []
      }),
    )
}

const extensionPattern = /\.(tsx?|js|mjs|css|json|svg|md|sql)$/

/** Relative and `#` imports carry their extension, so that Node runs the same files that the bundler takes. */
export function importsCarryExtensions(files: readonly ParsedFile[]): string[] {
  return files.flatMap((file) =>
    file.imports.flatMap(({ specifier }) => {
      const [bare = ''] = specifier.split('?', 1)
      if (!/^[.#]/.test(bare) || extensionPattern.test(bare)) return []
      return [`${file.path}: the import of ${specifier} lacks its extension`]
    }),
  )
}
