/** Speeds up loading the API's modules. The API also works without it. */
import { enableCompileCache, flushCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Cached code is executed, so the cache must be writable only by users who may change the modules. */
const cacheFolder = fileURLToPath(new URL('../../../node_modules/.cache/portal-api', import.meta.url))

/**
 * A package with such a long `exports` list that Node spends most of its startup on it. Node reads the list again for each
 * import of the package's modules.
 */
const packageWithManyExports = 'drizzle-orm'

/** Must be called before any other module is imported. */
export function speedUpModuleLoading(): void {
  // A folder that is not writable turns the cache off without an error.
  enableCompileCache(cacheFolder)
  const found = new Map<string, { url: string; format: string }>()
  registerHooks({
    resolve(specifier, context, resolve) {
      const { parentURL = '' } = context
      const isOfPackage = parentURL.includes(`/node_modules/${packageWithManyExports}/`)
      if (isOfPackage && specifier.startsWith('.') && specifier.endsWith('.js') && parentURL.endsWith('.js'))
        return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
      const isNamed =
        specifier === packageWithManyExports || specifier.startsWith(`${packageWithManyExports}/`)
      if (!isNamed || parentURL.includes('/node_modules/')) return resolve(specifier, context)
      const known = found.get(specifier)
      if (known) return { ...known, shortCircuit: true }
      const { url, format } = resolve(specifier, context)
      if (format) found.set(specifier, { url, format })
      return { url, format, shortCircuit: true }
    },
  })
}

/** Writes the compile cache now, because a killed process cannot write it on exit. */
export function saveCompileCache(): void {
  flushCompileCache()
}
