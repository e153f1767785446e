import { join } from 'node:path'
import { readPort, runStandIn } from '../serving/run-stand-in.ts'
import { buildAnalytics } from './build-analytics.ts'

await runStandIn('analytics stand-in', async () => {
  const { ANALYTICS_PORT, DATA_DIR } = process.env
  return buildAnalytics({
    port: readPort('ANALYTICS_PORT', ANALYTICS_PORT, 9005),
    dataFolder: join(DATA_DIR || '.data', 'stand-ins', 'analytics'),
  })
})
