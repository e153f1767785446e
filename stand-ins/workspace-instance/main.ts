import { join } from 'node:path'
import { readPort, runStandIn } from '../serving/run-stand-in.ts'
import { buildWorkspaceInstance } from './build-workspace-instance.ts'

function withoutTrailingSlash(url: string): string {
  return new URL(url).href.replace(/\/$/, '')
}

await runStandIn('workspace instance stand-in', async () => {
  const { INSTANCE_PORT, INSTANCE_URL, AUTH_API_URL, PORTAL_URL, DATA_DIR } = process.env
  const port = readPort('INSTANCE_PORT', INSTANCE_PORT, 8080)
  return buildWorkspaceInstance({
    port,
    instanceUrl: withoutTrailingSlash(INSTANCE_URL || `http://localhost:${port}`),
    authApiUrl: withoutTrailingSlash(AUTH_API_URL || 'http://localhost:9001'),
    portalUrl: withoutTrailingSlash(PORTAL_URL || 'http://localhost:9000'),
    dataFolder: join(DATA_DIR || '.data', 'stand-ins', `workspace-instance-${port}`),
  })
})
