import { dataFolderOf, readPort, runStandIn } from '../serving/run-stand-in.ts'
import { buildCiSystem } from './build-ci-system.ts'

await runStandIn('CI system stand-in', () => {
  const { CI_ISSUER, AUTH_API_URL } = process.env
  const port = readPort('CI_PORT', 9006)
  return buildCiSystem({
    port,
    issuer: (CI_ISSUER || `http://localhost:${port}`).replace(/\/+$/, ''),
    authApiUrl: (AUTH_API_URL || 'http://localhost:9001').replace(/\/+$/, ''),
    dataFolder: dataFolderOf('ci-system'),
  })
})
