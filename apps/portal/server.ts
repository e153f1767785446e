/**
 * Serves the portal's build. In production the same files may stand behind any web server instead, as long as it puts the
 * runtime configuration into the page.
 */
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import process from 'node:process'
import { readPortalServerConfig } from './server/config.ts'
import { createPortalHandler } from './server/portal-handler.ts'
import { ConfigurationError } from './server/runtime-config.ts'
import { loadStaticFiles } from './server/static-files.ts'

/** Longer than a load balancer's usual idle time, so that it and not we close the connection. */
const keepAliveMs = 65_000
/** How long answers under way may take after SIGTERM. */
const drainMs = 5_000

function stopWith(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

async function start(): Promise<void> {
  const config = readPortalServerConfig()
  if (!existsSync(config.buildDir)) {
    stopWith(`There is no build of the portal in ${config.buildDir}. Run \`npm run build\` first.`)
  }
  const handle = createPortalHandler(await loadStaticFiles(config.buildDir), config)

  const server = createServer({ keepAliveTimeout: keepAliveMs }, (request, response) => {
    handle(request, response).catch((error: unknown) => {
      console.error(error)
      response.destroy()
    })
  })
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    stopWith(`Port ${config.port} is taken by another process. Stop it, or set PORTAL_PORT to a free port.`)
  })
  server.listen(config.port, () =>
    console.log(`The portal listens on port ${config.port}: ${config.portalUrl}`),
  )

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      server.close()
      setTimeout(() => server.closeAllConnections(), drainMs).unref()
    })
  }
}

start().catch((error: unknown) => {
  if (error instanceof ConfigurationError) stopWith(error.message)
  stopWith(error instanceof Error ? error.message : String(error))
})
