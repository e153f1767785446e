/** The entry point. Module loading must be sped up before the first import, so the rest is imported dynamically. */
import { saveCompileCache, speedUpModuleLoading } from './module-loading.ts'

speedUpModuleLoading()
const { runServer } = await import('./run-server.ts')
await runServer()
saveCompileCache()
