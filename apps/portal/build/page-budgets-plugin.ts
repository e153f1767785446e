import { brotliCompressSync, constants } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

interface Page {
  name: string
  /** The modules that the page loads, as the ends of their paths. Their static imports are added. */
  modules: readonly string[]
  /** The greatest size of its JavaScript and CSS, compressed with Brotli. */
  maxKb: number
}

const pages: readonly Page[] = [
  { name: 'login', modules: ['/src/main.tsx', '/routes/login.tsx'], maxKb: 140 },
  {
    name: 'workspaces',
    modules: ['/src/main.tsx', '/shell/app-shell.tsx', '/routes/_signed-in/workspaces.tsx?tsr-split='],
    maxKb: 230,
  },
  {
    name: 'review-legal',
    modules: ['/src/main.tsx', '/shell/app-shell.tsx', '/routes/_signed-in/review-legal.tsx?tsr-split='],
    maxKb: 320,
  },
]

type Bundle = Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>

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

const qualityOfBuild = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }

function sizeKb(file: Rolldown.OutputChunk | Rolldown.OutputAsset | undefined): number {
  if (!file) return 0
  const body = Buffer.from(file.type === 'chunk' ? file.code : file.source)
  return brotliCompressSync(body, qualityOfBuild).length / 1_000
}

/**
 * Warns if a page loads more than its budget. With `PAGE_BUDGETS=enforced`, as in `npm test`, fails the build instead. See
 * docs/performance.md#the-portal-portal-pages-workspaces-page-interactions.
 */
export function pageBudgets(): Plugin {
  return {
    name: 'page-budgets',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const { name, modules, maxKb } of pages) {
          const kb = [...filesOfPage(bundle, modules)].reduce((sum, file) => sum + sizeKb(bundle[file]), 0)
          if (kb <= maxKb) continue
          const message = `The ${name} page loads ${kb.toFixed(1)} KB of JavaScript and CSS. Its budget is ${maxKb} KB.`
          if (process.env.PAGE_BUDGETS === 'enforced') this.error(message)
          else this.warn(message)
        }
      },
    },
  }
}
