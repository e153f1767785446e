import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral range, from which an outgoing connection could take the port before the process listens. */
const lowestPort = 10_000
const highestPort = 32_000
const mostTries = 100

/** Whether a process could listen on this port of 127.0.0.1. */
export async function isPortFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
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
