/** Speeds up loading the API's modules. The API also works without it. */
import { enableCompileCache, flushCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Cached code is executed, so the cache must be writable only by users who may change the modules. */
const cacheFolder = fileURLToPath(new URL('../../../node_modules/.cache/portal-api', import.meta.url))

/**
 * Packages whose `.js` files are ES modules that import each other by relative path. Together they have most of the modules.
 * Drizzle also has an `exports` list so long that Node would spend most of its startup on it.
 */
const modulePackages = ['drizzle-orm', 'jose', 'pg-boss', 'zod']

/** Returns the format of a relative import that needs no search, because its path names the file. */
function formatOfFile(specifier: string, parentUrl: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined
  if (!parentUrl.includes('/node_modules/'))
    return specifier.endsWith('.ts') ? 'module-typescript' : undefined
  if (!specifier.endsWith('.js') || !parentUrl.endsWith('.js')) return undefined
  return modulePackages.some((name) => parentUrl.includes(`/node_modules/${name}/`)) ? 'module' : undefined
}

/** Must be called before any other module is imported. */
export function speedUpModuleLoading(): void {
  // A folder that is not writable turns the cache off without an error.
  enableCompileCache(cacheFolder)
  const found = new Map<string, { url: string; format: string }>()
  registerHooks({
    resolve(specifier, context, resolve) {
      const { parentURL = '' } = context
      const format = formatOfFile(specifier, parentURL)
      if (format) return { url: new URL(specifier, parentURL).href, format, shortCircuit: true }
      if (parentURL.includes('/node_modules/') || specifier.startsWith('.'))
        return resolve(specifier, context)
      // All modules of an application or a package of this repository find the same packages. The path of the repository may
      // contain `/src/` too.
      const key = `${parentURL.slice(0, parentURL.lastIndexOf('/src/'))} ${specifier}`
      const known = found.get(key)
      if (known) return { ...known, shortCircuit: true }
      const answer = resolve(specifier, context)
      if (answer.format) found.set(key, { url: answer.url, format: answer.format })
      return answer
    },
  })
}

/** Writes the compile cache now, because a killed process cannot write it on exit. */
export function saveCompileCache(): void {
  flushCompileCache()
}
