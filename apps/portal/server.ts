/**
 * Serves the portal's build. In production any web server can serve the same files, if it inserts the runtime
 * configuration into the page.
 */
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import process from 'node:process'
import type { Duplex } from 'node:stream'
import { readPortalServerConfig } from './server/config.ts'
import { createPortalHandler } from './server/portal-handler.ts'

/** Longer than the usual idle timeout of a load balancer, so that the load balancer closes the connection. */
const keepAliveMs = 65_000
/** How long in-flight responses may take after SIGTERM. */
const drainMs = 5_000
/** The cookies of all applications on this host, some of which set many. Node's own limit is 16 KB. */
const maxHeaderSize = 65_536

const tooManyCookies =
  'Your browser sent more cookies than this site accepts. Delete the cookies of this site and reload the page.\n'

/** Explains a request with too many cookies, which would otherwise show a white page. */
function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (socket.destroyed || !socket.writable) return
  const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW'
  const status = isTooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request'
  const type = 'Content-Type: text/plain; charset=utf-8'
  socket.end(`HTTP/1.1 ${status}\r\n${type}\r\nConnection: close\r\n\r\n${isTooLarge ? tooManyCookies : ''}`)
}

function exitWith(message: string): never {
  console.error(message)
  process.exit(1)
}

function start(): void {
  const config = readPortalServerConfig()
  if (!existsSync(config.buildDir)) {
    exitWith(`There is no build of the portal in ${config.buildDir}. Run \`npm run build\` first.`)
  }
  const server = createServer({ keepAliveTimeout: keepAliveMs, maxHeaderSize }, createPortalHandler(config))
  server.on('clientError', answerClientError)
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    exitWith(`Port ${config.port} is taken by another process. Stop it, or set PORTAL_PORT to a free port.`)
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

try {
  start()
} catch (error) {
  exitWith(error instanceof Error ? error.message : String(error))
}
