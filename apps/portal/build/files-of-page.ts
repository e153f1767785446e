import type { Rolldown } from 'vite'

export type Bundle = Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>

/** Returns the names of the files with these modules, and of everything that they import statically. */
export function filesOfPage(bundle: Bundle, modules: readonly string[]): Set<string> {
  const files = new Set<string>()
  const add = (name: string) => {
    const file = bundle[name]
    if (!file || files.has(name)) return
    files.add(name)
    if (file.type !== 'chunk') return
    for (const imported of [...file.imports, ...(file.viteMetadata?.importedCss ?? [])]) add(imported)
  }
  for (const module of modules) {
    const found = Object.values(bundle).find(
      (file) =>
        file.type === 'chunk' &&
        file.moduleIds
          .concat(file.facadeModuleId ?? [])
          .some((id) => id.replaceAll('\\', '/').includes(module)),
    )
    if (!found) throw new Error(`No file of the build contains ${module}.`)
    add(found.fileName)
  }
  return files
}
