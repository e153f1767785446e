import { join } from 'node:path'
import type { StandIn } from './stand-in-server.ts'

const stopWithinMs = 900

/** Reads a port from the environment. @throws when it is not a port */
export function readPort(name: string, fallback: number): number {
  const value = process.env[name]
  const port = Number(value || fallback)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`${name} is not a port: ${value}.`)
  return port
}

export function dataFolderOf(standIn: string): string {
  return join(process.env.DATA_DIR || '.data', 'stand-ins', standIn)
}

function explain(name: string, error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' && 'port' in error)
    return `The ${name} cannot start: port ${error.port} is taken by another program.`
  return `The ${name} cannot start: ${error instanceof Error ? error.message : String(error)}`
}

/**
 * Runs a stand-in as a process. Prints one line when it listens, exits within a second after SIGTERM or SIGINT, and
 * exits with 1 and a message if it can't start.
 */
export async function runStandIn(name: string, build: () => Promise<StandIn>): Promise<void> {
  try {
    const standIn = await build()
    const stop = async () => {
      setTimeout(() => process.exit(0), stopWithinMs).unref()
      await standIn.close()
      process.exit(0)
    }
    // Register before printing the line, because its reader may send a signal immediately.
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop)
    console.log(`The ${name} listens on ${await standIn.listen()}`)
  } catch (error) {
    console.error(explain(name, error))
    process.exit(1)
  }
}
