import type { StandIn } from './stand-in-server.ts'

const stopWithinMs = 900

/** Reads a port from the environment. @throws when it is not a port */
export function readPort(name: string, value: string | undefined, fallback: number): number {
  const port = value === undefined || value === '' ? fallback : Number(value)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`${name} is not a port: ${value}.`)
  return port
}

function explain(name: string, error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' && 'port' in error) {
    return `The ${name} cannot start: port ${error.port} is taken by another program.`
  }
  return `The ${name} cannot start: ${error instanceof Error ? error.message : String(error)}`
}

function stopOnSignals(name: string, standIn: StandIn): void {
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(0), stopWithinMs).unref()
    standIn.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(`The ${name} did not stop cleanly:`, error)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/**
 * Runs a stand-in as a process. Prints one line when it listens, exits within a second after SIGTERM or SIGINT, and
 * exits with 1 and a message if it can't start.
 */
export async function runStandIn(name: string, build: () => Promise<StandIn>): Promise<void> {
  try {
    const standIn = await build()
    // Register before printing the line, because its reader may send a signal immediately.
    stopOnSignals(name, standIn)
    console.log(`The ${name} listens on ${await standIn.listen()}`)
  } catch (error) {
    console.error(explain(name, error))
    process.exit(1)
  }
}
