/** How the modules of the API are found and compiled sooner. Without any of it they load all the same. */
import { enableCompileCache, flushCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Beside the modules, where only those may write who may change them: what stands there is run. */
const cacheFolder = fileURLToPath(new URL('../../../node_modules/.cache/portal-api', import.meta.url))

/**
 * A package whose list of exports is so long that Node spends most of the start on it: it reads the list anew for each
 * import of one of its modules.
 */
const longListed = 'drizzle-orm'

/** Call it before anything else is imported. */
export function quickenLoading(): void {
  // Where the folder cannot be written nothing is kept, and nothing fails.
  enableCompileCache(cacheFolder)
  const found = new Map<string, { url: string; format: string }>()
  registerHooks({
    resolve(specifier, context, resolve) {
      const { parentURL = '' } = context
      const isOfPackage = parentURL.includes(`/node_modules/${longListed}/`)
      if (isOfPackage && specifier.startsWith('.') && specifier.endsWith('.js') && parentURL.endsWith('.js'))
        return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
      const isNamed = specifier === longListed || specifier.startsWith(`${longListed}/`)
      if (!isNamed || parentURL.includes('/node_modules/')) return resolve(specifier, context)
      const known = found.get(specifier)
      if (known) return { ...known, shortCircuit: true }
      const { url, format } = resolve(specifier, context)
      if (format) found.set(specifier, { url, format })
      return { url, format, shortCircuit: true }
    },
  })
}

/** Keeps what has been compiled so far for the next start: a process may be killed before its end. */
export function keepCompiled(): void {
  flushCompileCache()
}
