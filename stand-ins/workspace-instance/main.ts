import { dataFolderOf, readPort, runStandIn } from '../serving/run-stand-in.ts'
import { buildWorkspaceInstance } from './build-workspace-instance.ts'

const withoutTrailingSlash = (url: string) => new URL(url).href.replace(/\/$/, '')

await runStandIn('workspace instance stand-in', () => {
  const { INSTANCE_URL, AUTH_API_URL, PORTAL_URL } = process.env
  const port = readPort('INSTANCE_PORT', 8080)
  return buildWorkspaceInstance({
    port,
    instanceUrl: withoutTrailingSlash(INSTANCE_URL || `http://localhost:${port}`),
    authApiUrl: withoutTrailingSlash(AUTH_API_URL || 'http://localhost:9001'),
    portalUrl: withoutTrailingSlash(PORTAL_URL || 'http://localhost:9000'),
    dataFolder: dataFolderOf(`workspace-instance-${port}`),
  })
})
