/** The entry point. The compile cache applies to modules that are loaded later, so the rest is imported dynamically. */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Cached code is executed, so the folder must be writable only by users who may change the modules. */
const cacheFolder = fileURLToPath(new URL('../../../node_modules/.cache/portal-api', import.meta.url))

enableCompileCache(cacheFolder)
const { runServer } = await import('./run-server.ts')
await runServer()
