/** The way in. What makes the modules load sooner must stand before the first of them, so the rest comes behind it. */
import { keepCompiled, quickenLoading } from './module-loading.ts'

quickenLoading()
const { runServer } = await import('./run-server.ts')
await runServer()
keepCompiled()
