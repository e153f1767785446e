import { resolve } from 'node:path'
import { freePort } from '../../tools/processes/free-port.ts'
import { startProcessGroup } from '../../tools/processes/process-group.ts'

const main = resolve(import.meta.dirname, '../../stand-ins/workspace-instance/main.ts')
const readyWithinMs = 30_000
const stopWithinMs = 5_000

export interface InstanceProcess {
  url: string
  stop(): Promise<void>
}

/** A workspace instance as a separate process that uses the API at this URL. */
export async function startInstance(authApiUrl: string, dataDir: string): Promise<InstanceProcess> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const group = startProcessGroup({
    arguments: [main],
    env: {
      PATH: process.env.PATH ?? '',
      INSTANCE_PORT: String(port),
      INSTANCE_URL: url,
      AUTH_API_URL: authApiUrl,
      DATA_DIR: dataDir,
    },
    onLine: () => {},
  })
  await group.untilReady(url, readyWithinMs)
  return { url, stop: () => group.stop(stopWithinMs) }
}
