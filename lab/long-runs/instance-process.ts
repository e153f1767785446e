import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { freePort } from '../../stand-ins/serving/testing/free-port.ts'

const main = resolve(import.meta.dirname, '../../stand-ins/workspace-instance/main.ts')

export interface InstanceProcess {
  url: string
  stop(): Promise<void>
}

/** A workspace instance as a separate process that uses the API at this URL. */
export async function startInstance(authApiUrl: string, dataDir: string): Promise<InstanceProcess> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH ?? '',
      INSTANCE_PORT: String(port),
      INSTANCE_URL: url,
      AUTH_API_URL: authApiUrl,
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  const firstLine = await Promise.race([once(child.stdout, 'data'), exit])
  if (!String(firstLine[0]).includes('listens'))
    throw new Error(`The instance did not start: ${firstLine[0]}`)
  const stop = async () => {
    child.kill('SIGTERM')
    await exit
  }
  return { url, stop }
}
