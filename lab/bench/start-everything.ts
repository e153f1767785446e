import { resolve } from 'node:path'
import process from 'node:process'
import { startProcessGroup } from '../../tools/processes/process-group.ts'

const stopWithinMs = 20_000

/** Starts the whole product over one PostgreSQL on separate ports. Returns a function that stops it. */
export async function startEverything(databaseUrl: string, portOffset: number): Promise<() => Promise<void>> {
  const ready = Promise.withResolvers<void>()
  const group = startProcessGroup({
    arguments: [resolve(import.meta.dirname, '../../tools/e2e/start-everything.ts')],
    env: {
      ...process.env,
      E2E_LOGS: '1',
      E2E_PORT_OFFSET: String(portOffset),
      E2E_DATABASE_URL: databaseUrl,
    },
    onLine: (line) => {
      if (line.includes('Ready after')) ready.resolve()
    },
  })
  await group.whileRunning(ready.promise)
  return () => group.stop(stopWithinMs)
}
