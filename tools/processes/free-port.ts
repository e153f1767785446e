import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ephemeral range, from which an outgoing connection could take the port before the process listens. */
const lowestPort = 10_000
const highestPort = 32_000
const mostTries = 100

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    // A missing address family doesn't mean that the port is taken.
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code !== 'EADDRINUSE' && error.code !== 'EACCES'),
    )
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })
}

/** Whether no process listens on this port of either loopback address or of all interfaces. */
export async function isPortFree(port: number): Promise<boolean> {
  for (const host of ['127.0.0.1', '::1', '::']) if (!(await canListen(port, host))) return false
  return true
}

/** Returns a random port that was free a moment ago, for a process that must know its URL before it listens. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < mostTries; tries++) {
    const port = randomInt(lowestPort, highestPort)
    if (await isPortFree(port)) return port
  }
  throw new Error(`No free port between ${lowestPort} and ${highestPort} was found.`)
}
