import { posix } from 'node:path'
import { testFilePattern } from './file-rules.ts'
import type { ParsedFile } from './parsed-file.ts'

const marker = 'Required by the design system. No page uses it.'

const portal = /^apps\/portal\/src\/.*\.tsx?$/
const design = /^packages\/ui\/src\/.*\.tsx?$/
const component = /^packages\/ui\/src\/(?!lib\/)[a-z]+\/.*\.tsx$/

/** Returns the path of an imported file of the design system. The portal names it as `@portal/ui/fields/toggle`. */
function designFile(importer: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(importer), specifier)
  const [, path] = /^@portal\/ui\/(.+)$/.exec(specifier) ?? []
  if (path === undefined) return undefined
  return `packages/ui/src/${path}.${path.startsWith('lib/') ? 'ts' : 'tsx'}`
}

/**
 * Checks that a control carries the marker exactly when no page reaches it through imports. A file without a story that
 * only other controls import is a part of them and needs no marker.
 */
export function unusedControlsAreMarked(files: readonly ParsedFile[]): string[] {
  const paths = new Set(files.map(({ path }) => path))
  const isCode = ({ path }: ParsedFile) => !testFilePattern.test(path)
  const controls = files.filter((file) => design.test(file.path) && isCode(file))
  const importsOf = ({ path, imports }: ParsedFile) =>
    imports.flatMap(({ specifier }) => designFile(path, specifier) ?? [])

  const importedByControls = new Set(controls.flatMap(importsOf))
  const reached = new Set(files.filter((file) => portal.test(file.path) && isCode(file)).flatMap(importsOf))
  const byPath = new Map(controls.map((file) => [file.path, file]))
  // A set also visits the elements that are added during the iteration.
  for (const path of reached) {
    const file = byPath.get(path)
    for (const next of file ? importsOf(file) : []) reached.add(next)
  }

  return controls
    .filter(({ path }) => component.test(path))
    .flatMap(({ path, text }) => {
      const isMarked = text.replace(/\s+\*?\s*/g, ' ').includes(marker)
      if (reached.has(path)) return isMarked ? [`${path}: a page uses it, remove "${marker}"`] : []
      const isPart = !paths.has(path.replace('.tsx', '.stories.tsx')) && importedByControls.has(path)
      return isMarked || isPart ? [] : [`${path}: no page uses it, add "${marker}"`]
    })
}
