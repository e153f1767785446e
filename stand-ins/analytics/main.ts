import { dataFolderOf, readPort, runStandIn } from '../serving/run-stand-in.ts'
import { buildAnalytics } from './build-analytics.ts'

await runStandIn('analytics stand-in', () =>
  buildAnalytics({ port: readPort('ANALYTICS_PORT', 9005), dataFolder: dataFolderOf('analytics') }),
)
