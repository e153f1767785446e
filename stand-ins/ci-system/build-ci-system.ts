import { FailureSwitch, registerFailureSwitch } from '../serving/failure-switch.ts'
import { listenOnLoopback } from '../serving/loopback.ts'
import { createStandInServer, type StandIn } from '../serving/stand-in-server.ts'
import { type CiSettings, ciStandIn } from './ci-settings.ts'
import { IdTokenSigner } from './id-token-signer.ts'
import { registerIssuerRoutes } from './issuer-routes.ts'
import { registerRunRoutes } from './run-routes.ts'
import { RunStore } from './run-store.ts'
import { registerScriptRoutes } from './script-routes.ts'
import { openSigningKey } from './signing-key.ts'

/** The CI system issues identity tokens to its runs as GitHub Actions does, and shows how each run ended. */
export async function buildCiSystem(settings: CiSettings): Promise<StandIn> {
  const runs = await RunStore.open(settings.dataFolder)
  const signer = new IdTokenSigner(settings.issuer, await openSigningKey(settings.dataFolder))
  const app = await createStandInServer(ciStandIn)
  const parts = { settings, runs, signer }
  registerFailureSwitch(app, new FailureSwitch())
  registerIssuerRoutes(app, parts)
  registerScriptRoutes(app, parts)
  registerRunRoutes(app, parts)

  return {
    async listen() {
      await listenOnLoopback(app, settings.port)
      return settings.issuer
    },
    async close() {
      await app.close()
      await runs.close()
    },
  }
}
