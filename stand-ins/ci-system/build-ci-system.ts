import { registerFailureSwitch } from '../serving/failure-switch.ts'
import { openSigningKey } from '../serving/signing-key.ts'
import { createStandInServer, type StandIn, standInAt } from '../serving/stand-in-server.ts'
import type { CiSettings } from './ci-parts.ts'
import { registerIssuerRoutes } from './issuer-routes.ts'
import { ciStandIn } from './run-pages.ts'
import { registerRunRoutes } from './run-routes.ts'
import { RunStore } from './run-store.ts'

/** The CI system issues identity tokens to its runs as GitHub Actions does, and shows how each run ended. */
export async function buildCiSystem(settings: CiSettings): Promise<StandIn> {
  const runs = new RunStore(settings.dataFolder)
  const parts = { settings, runs, key: await openSigningKey(settings.dataFolder) }
  const app = await createStandInServer(ciStandIn)
  registerFailureSwitch(app)
  registerIssuerRoutes(app, parts)
  registerRunRoutes(app, parts)
  app.addHook('onClose', () => runs.close())
  return standInAt(app, settings.port)
}
