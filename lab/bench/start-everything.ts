import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'

/** Starts the whole product over one PostgreSQL on separate ports. Returns a function that stops it. */
export async function startEverything(databaseUrl: string, portOffset: number): Promise<() => Promise<void>> {
  const child = spawn(
    process.execPath,
    [resolve(import.meta.dirname, '../../tools/e2e/start-everything.ts')],
    {
      env: {
        ...process.env,
        E2E_LOGS: '1',
        E2E_PORT_OFFSET: String(portOffset),
        E2E_DATABASE_URL: databaseUrl,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes('Ready after')) break
  }
  child.stdout.resume()
  return async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
}
